import { memory } from '../../../nodes/Payments/polling/memory';
import { startSimulator } from '../../useSimulator';

/** Forgets earlier polls before each test. @returns a function that starts services without records, which are closed after the test */
export function usePolls(): typeof startSimulator {
	const services: Array<{ close(): Promise<void> }> = [];
	beforeEach(() => memory.restart());
	afterEach(async () => {
		await Promise.all(services.splice(0).map(async (one) => await one.close()));
	});
	return async (options) => {
		const none = { charges: 0, payouts: 0, orders: 0, transfers: 0 };
		const service = await startSimulator({ ...none, ...options });
		services.push(service);
		return service;
	};
}
