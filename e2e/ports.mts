import getPort, { portNumbers } from 'get-port';

/**
 * Finds a free port of this machine. It is below those that the system hands out to connections, or
 * one of them could take it before the server listens, and at random, so that several runs beside one
 * another seldom want the same.
 *
 * @param wanted is taken if it is free
 */
export async function freePort(wanted?: number): Promise<number> {
	const first = 10_000 + Math.floor(Math.random() * 20_000);
	const ports = [...(wanted ? [wanted] : []), ...portNumbers(first, first + 500)];
	return await getPort({ port: ports, host: '127.0.0.1' });
}
