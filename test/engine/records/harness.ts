import type { INodeParameters } from 'n8n-workflow';

import type { Simulator, SimulatorOptions } from '../../../simulator';
import { useVirtualClock } from '../../clock';
import { startSimulator } from '../../useSimulator';
import { apiKeyOf, operation, runPayments, type RunOptions } from '../run';
import { requester } from '../service';

type Dialects = NonNullable<SimulatorOptions['dialects']>;

/** A simulator in some dialects, and what tests do with it. */
export interface Speaker {
	simulator: Simulator;
	/** Sends a request to the API directly. */
	call: ReturnType<typeof requester>;
	run: (
		resource: string,
		name: string,
		fields: INodeParameters,
		options?: Partial<RunOptions>,
	) => Run;
	/** The requests with a method, by path and body, the oldest first. */
	sent: (method: string) => Array<{ path: string; body: unknown }>;
}

type Run = ReturnType<typeof runPayments>;

/** Starts simulators, which follow a virtual clock, and are closed after each test. */
export function useDialects() {
	useVirtualClock();
	const started: Simulator[] = [];
	afterEach(async () => {
		await Promise.all(started.splice(0).map((simulator) => simulator.close()));
	});
	return async (dialects: Dialects = [], options: SimulatorOptions = {}): Promise<Speaker> => {
		const simulator = await startSimulator({ charges: 12, payouts: 4, ...options, dialects });
		started.push(simulator);
		return {
			simulator,
			call: requester(simulator),
			run: (resource, name, fields, others = {}) =>
				runPayments({
					credentials: apiKeyOf(simulator),
					...others,
					parameters: operation(resource, name, fields),
				}),
			sent: (method) =>
				simulator.requests
					.filter((request) => request.method === method)
					.map(({ path, body }) => ({ path, body })),
		};
	};
}
