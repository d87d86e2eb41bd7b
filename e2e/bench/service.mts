import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import type { Charge, JournalEntry } from '../../simulator/index.js';

import type { AtTheEnd } from '../fixtures.mjs';
import { projectFolder } from '../install.mjs';
import { leashed } from '../lifetime.mjs';
import { freePort } from '../n8n.mjs';
import { connectOnce, works } from '../services.mjs';

/** What the service is to be: options of `npm run simulator`. */
export interface ServiceOptions {
	charges?: number;
	payouts?: number;
	/** In milliseconds. */
	latency?: number;
	/** Requests a second, 0 for any number. */
	rateLimit?: number;
}

/** Where the scripts of the bench are that run in processes of their own. */
export const benchFolder = path.join(projectFolder, 'e2e', 'bench');

/** A server in a process of its own, so that its work is not the bench's, always at the same port. */
export class ChildServer {
	private end: () => Promise<void> = async () => {};

	private constructor(readonly port: number) {}

	/** Finds a place for it; `restart` starts it. */
	static async make(atTheEnd: AtTheEnd): Promise<ChildServer> {
		const server = new ChildServer(await freePort(0));
		atTheEnd(() => server.end());
		return server;
	}

	/** Starts a script afresh, which listens at the port. @throws Error when it does not come up */
	async restart(script: string, options: Record<string, string | number>): Promise<void> {
		await this.end();
		const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
		const server = execa(
			...leashed(process.execPath, ['--import', 'tsx', script, `--port=${this.port}`, ...args]),
			{ cwd: projectFolder, detached: true, reject: false, stdin: 'pipe' },
		);
		let ended = false;
		void server.then(() => (ended = true));
		this.end = async () => {
			server.kill('SIGTERM');
			await server;
		};
		const deadline = Date.now() + 60_000;
		while (!(await works(() => connectOnce(this.port)))) {
			if (ended || Date.now() > deadline) throw new Error(`${script} does not come up`);
			await sleep(100);
		}
	}
}

/** The simulator. */
export class Service {
	// The simulator's own; they open nothing else.
	readonly apiKey = 'simulator-api-key';
	readonly salt = 'simulator-salt';

	private constructor(private readonly server: ChildServer) {}

	/** Finds a place for it; `restart` starts it. */
	static async make(atTheEnd: AtTheEnd): Promise<Service> {
		return new Service(await ChildServer.make(atTheEnd));
	}

	get url(): string {
		return `http://127.0.0.1:${this.server.port}`;
	}

	/** Starts it afresh. */
	async restart(options: ServiceOptions): Promise<void> {
		const { charges = 1000, payouts = 200, latency = 0, rateLimit = 0 } = options;
		const limit = { 'rate-limit': rateLimit };
		await this.server.restart('simulator/main.ts', { charges, payouts, latency, ...limit });
	}

	/** The charges, in the service's order. */
	async charges(): Promise<Charge[]> {
		return (await this.control('GET', '/records/charges')) as Charge[];
	}

	/** What arrived since it was started or this was asked before. */
	async requests(): Promise<JournalEntry[]> {
		const requests = (await this.control('GET', '/requests')) as JournalEntry[];
		await this.control('DELETE', '/requests');
		return requests;
	}

	private async control(method: string, where: string): Promise<unknown> {
		const answer = await fetch(`${this.url}/_control${where}`, {
			method,
			headers: { connection: 'close' },
		});
		if (!answer.ok) throw new Error(`The simulator answered ${answer.status} to ${where}`);
		const text = await answer.text();
		return text === '' ? undefined : JSON.parse(text);
	}
}
