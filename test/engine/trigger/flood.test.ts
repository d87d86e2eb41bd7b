import { randomUUID } from 'node:crypto';

import { useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { callback, paymentFields, serviceEvent, useTriggers } from './trigger';

/* A flood of forged requests, handed to the node without a server: its own share of the price. */

const start = useTriggers();
const simulator = useSimulator();

const REQUESTS = 3_000;
const WRONG = 'not the salt of the account';

const forgeries = {
	requests: (salt?: string) =>
		callback(paymentFields({ payment_id: randomUUID(), payment_request_id: randomUUID() }), salt),
	account: (salt?: string) =>
		serviceEvent('charge.created', { ...simulator.addCharge(), id: randomUUID() }, salt),
};
const modes = Object.keys(forgeries) as Array<keyof typeof forgeries>;

/** Sends a flood. @returns the statuses of the responses */
async function flood(mode: keyof typeof forgeries, salts: Record<string, string>, signed?: string) {
	const parameters = { mode, ...(mode === 'account' && { events: ['charge.created'] }) };
	const trigger = await start({ parameters, credentials: apiKeyOf(simulator, salts) });
	await trigger.publish();
	const messages = Array.from({ length: REQUESTS }, () => forgeries[mode](signed));
	const before = simulator.requests.length;
	const begun = performance.now();
	const statuses = await Promise.all(messages.map((message) => trigger.handle(message)));
	const perSecond = (REQUESTS / (performance.now() - begun)) * 1000;
	console.log(`${Math.round(perSecond)} forged requests a second, by the node alone`);
	expect(trigger.started).toEqual([]);
	return { statuses: new Set(statuses), requests: simulator.requests.length - before };
}

test('with a salt, 3,000 forged requests cause no request to the API', async () => {
	const { salt } = simulator;
	const found = await flood('requests', { webhookSalt: salt }, WRONG);
	expect(found).toEqual({ statuses: new Set([401]), requests: 0 });
});

test.each(modes)(
	'in mode %s without a salt, few of 3,000 forged requests are looked up',
	async (mode) => {
		const { statuses, requests } = await flood(mode, {});
		expect([...statuses].every((status) => status === 401 || status === 503)).toBe(true);
		expect(requests).toBeGreaterThan(0);
		expect(requests).toBeLessThan(REQUESTS / 10);
	},
);
