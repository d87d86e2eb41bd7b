import { randomUUID } from 'node:crypto';

import { useSimulator } from '../useSimulator';
import { apiKeyOf } from './run';
import { callback, paymentFields, serviceEvent, useTriggers } from './trigger';

/* A flood of forged requests, handed to the node without a server: its own share of the price. */

const start = useTriggers();
const simulator = useSimulator();

const REQUESTS = 5_000;
const WRONG = 'not the salt of the account';

const forgeries = {
	forms: (salt?: string) => callback(paymentFields({ payment_id: randomUUID() }), salt),
	events: (salt?: string) => serviceEvent('charge.created', { id: randomUUID() }, salt),
};
const kinds = Object.keys(forgeries) as Array<keyof typeof forgeries>;

/** Sends a flood. @returns how many requests had each status */
async function flood(kind: keyof typeof forgeries, salts: Record<string, string>, signed?: string) {
	const trigger = await start({ credentials: apiKeyOf(simulator, salts) });
	await trigger.publish();
	const messages = Array.from({ length: REQUESTS }, () => forgeries[kind](signed));
	const begun = performance.now();
	const statuses = await Promise.all(messages.map((message) => trigger.handle(message)));
	const perSecond = (REQUESTS / (performance.now() - begun)) * 1000;
	console.log(`${Math.round(perSecond)} forged ${kind} a second, by the node alone`);
	expect(trigger.started).toEqual([]);
	return {
		refused: statuses.filter((status) => status === 401).length,
		statuses: new Set(statuses),
	};
}

test.each(kinds)('with a salt, 5,000 forged %s are refused without a request', async (kind) => {
	const before = simulator.requests.length;
	const { refused } = await flood(kind, { webhookSalt: simulator.salt }, WRONG);
	expect(refused).toBe(REQUESTS);
	expect(simulator.requests).toHaveLength(before);
});

test.each(kinds)('without a salt, of 5,000 forged %s few are looked up at a time', async (kind) => {
	const before = simulator.requests.length;
	const { statuses } = await flood(kind, {});
	expect([...statuses].every((status) => [401, 503].includes(status))).toBe(true);
	expect(simulator.requests.length - before).toBeLessThan(REQUESTS / 20);
});
