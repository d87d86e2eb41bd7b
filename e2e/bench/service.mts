import path from 'node:path';
import type { Charge, JournalEntry } from '../../simulator/index.js';

import type { OnCleanup } from '../fixtures.mjs';
import { projectFolder, runFolder } from '../install.mjs';
import { freePort } from '../ports.mjs';
import { connectOnce, startServer } from '../services.mjs';

/** Options of `npm run simulator`. */
export interface ServiceOptions {
	/** Of all records. */
	seed?: number;
	charges?: number;
	/** The number of older charges. */
	history?: number;
	payouts?: number;
	/** In milliseconds. */
	latency?: number;
	/** Requests in each period, 0 for no limit. */
	rateLimit?: number;
	/** In seconds. */
	rateLimitPeriod?: number;
}

/** The folder of the bench's scripts. */
export const benchFolder = path.join(projectFolder, 'e2e', 'bench');

/** The simulator in a process of its own, always at the same port. */
export class Service {
	// The simulator's fixed test keys.
	readonly apiKey = 'simulator-api-key';
	readonly salt = 'simulator-salt';

	private stop: () => Promise<void> = async () => {};

	private constructor(
		readonly port: number,
		private readonly onCleanup: OnCleanup,
	) {}

	/** Reserves a port; `restart` starts the simulator. */
	static async make(onCleanup: OnCleanup): Promise<Service> {
		return new Service(await freePort(), onCleanup);
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** Restarts it. */
	async restart(options: ServiceOptions): Promise<void> {
		const { charges = 1000, history = 0, payouts = 200, latency = 0 } = options;
		const values = {
			...{ port: this.port, seed: options.seed ?? 1, charges, history, payouts, latency },
			'rate-limit': options.rateLimit ?? 0,
			'rate-limit-period': options.rateLimitPeriod ?? 1,
		};
		const args = Object.entries(values).map(([name, value]) => `--${name}=${value}`);
		await this.stop();
		const server = await startServer({
			name: 'The simulator',
			file: process.execPath,
			args: ['--import', 'tsx', 'simulator/main.ts', ...args],
			options: { cwd: projectFolder },
			endsBy: 'SIGTERM',
			log: path.join(runFolder, 'bench-simulator.log'),
			onCleanup: this.onCleanup,
		});
		this.stop = server.stop;
		await server.ready(() => connectOnce(this.port));
	}

	/** Returns the charges in the order of the list. */
	async charges(): Promise<Charge[]> {
		return (await this.control('GET', '/records/charges')) as Charge[];
	}

	/** Returns the requests since the start or the previous call. */
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
		if (!answer.ok) throw new Error(`The simulator returned ${answer.status} to ${where}`);
		const text = await answer.text();
		return text === '' ? undefined : JSON.parse(text);
	}
}
