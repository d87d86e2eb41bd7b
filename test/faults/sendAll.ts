import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault, Simulator } from '../../simulator';
import { isCi } from '../cases';
import { apiKeyOf, ownCredential, runPayments } from '../engine/run';
import { secretsIn } from '../engine/secrets';

/** How much faster the node and the simulator live, so that twenty seeds take minutes. */
export const SPEED = 50;

export const seeds = process.env.SEED
	? [Number(process.env.SEED)]
	: Array.from({ length: isCi ? 20 : 2 }, (_, index) => index + 1);

/** Sends many items in one run, none of which stops the others. @returns each one's output, and what it says */
export async function sendAll(
	simulator: Simulator,
	parameters: INodeParameters,
	items: IDataObject[],
	faults: Fault[],
) {
	for (const fault of faults) simulator.fault(fault);
	const begin = performance.now();
	const result = await runPayments({
		parameters,
		credentials: apiKeyOf(simulator),
		items,
		node: { ...ownCredential(), onError: 'continueRegularOutput' },
	});
	const seconds = (performance.now() - begin) / 1000;
	expect(secretsIn(result, simulator)).toEqual([]);
	// The service ends its work.
	await new Promise((resolve) => setTimeout(resolve, 6_000 / SPEED));
	return { said: result.items.map(({ json }) => ({ kind: kindOf(json), json })), seconds };
}

function kindOf({ error }: IDataObject): 'made' | 'unsure' | 'not made' {
	if (error === undefined) return 'made';
	return (error as string).startsWith('Could not confirm') ? 'unsure' : 'not made';
}

/** The work is done up to 5 s after a 500. */
export const late = [500, 1500, 2500, 3500, 5000].map((time): Fault => ({
	method: 'POST',
	path: '/v1',
	rate: 0.01,
	status: 500,
	late: time / SPEED,
}));

const page = '<html><h1>Maintenance</h1></html>';

/** A day on which nothing can be relied on. */
export const worstDay: Fault[] = [
	{ path: '/v1', rate: 0.08, status: 429 },
	{ path: '/v1', rate: 0.05, cut: 'before' },
	{ path: '/v1', rate: 0.05, cut: 'after' },
	{ path: '/v1', rate: 0.02, status: 500, when: 'after' },
	...late,
	{ path: '/v1', rate: 0.01, status: 200, body: page, when: 'before' },
	{ path: '/v1', rate: 0.01, status: 200, body: page, when: 'after' },
];
