import { useFreshSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { requester } from '../service';
import { deliver, serviceEvent, useTriggers, type TriggerOptions } from './trigger';

/* Each endpoint has a salt of its own: one that may belong to an earlier endpoint does not reject events. */

const simulator = useFreshSimulator({ charges: 1, retryDelay: 20, retryFactor: 1 });
const service = requester(simulator);
const start = useTriggers();

/** Sets up a trigger for new charges. @param workflowId of its own: verified salts are recorded by the process */
async function setUp(workflowId: string, options: Partial<TriggerOptions> = {}) {
	const parameters = { mode: 'account', events: ['charge.created'] };
	const credentials = apiKeyOf(simulator);
	const trigger = await start({ credentials, parameters, workflowId, ...options });
	return {
		trigger,
		/** Enters the salt of the endpoint. */
		enter: () => trigger.enter({ endpointSalt: simulator.webhookEndpoints[0]!.salt }),
		/** Adds a charge. @returns how its notification was verified */
		verifiedBy: async () => {
			simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
			await simulator.idle();
			expect(simulator.deliveries.map(({ status }) => status)).not.toContain(401);
			return trigger.started.at(-1)?.verified_by;
		},
	};
}

test('a salt that is older than the endpoint is not used, until it changes', async () => {
	const { trigger, enter, verifiedBy } = await setUp('w-older');
	await trigger.publish();
	enter();
	expect(await verifiedBy()).toBe('signature');
	await trigger.unpublish();
	expect(JSON.stringify(await trigger.publish())).not.toContain('salt-');
	expect(await verifiedBy()).toBe('service');
	await trigger.publish();
	expect(await verifiedBy()).toBe('service');
	enter();
	expect(await verifiedBy()).toBe('signature');
	expect(trigger.started).toHaveLength(4);
});

test.each([1042, true])(
	'a salt that an expression returns as %p is no error',
	async (endpointSalt) => {
		const credentials = apiKeyOf(simulator, { endpointSalt: endpointSalt as never });
		const { trigger, verifiedBy } = await setUp(`w-${endpointSalt}`, { credentials });
		await trigger.publish();
		expect(await verifiedBy()).toBe('service');
	},
);

test('the same if the response to the creation was lost', async () => {
	const { trigger, enter, verifiedBy } = await setUp('w-not-answered');
	await trigger.publish();
	enter();
	await trigger.unpublish();
	simulator.fault({ method: 'POST', cut: 'after' });
	await expect(trigger.publish()).rejects.toThrow();
	await trigger.publish();
	expect(await verifiedBy()).toBe('service');
});

test('the same if somebody created the endpoint again in the dashboard', async () => {
	const { trigger, enter, verifiedBy } = await setUp('w-made-again');
	await trigger.publish();
	enter();
	const { id, name, url, event_types } = simulator.webhookEndpoints[0]!;
	await service(`/v1/webhook-events/${id}`, undefined, 'DELETE');
	await service('/v1/webhook-events', { name, url, event_types });
	await trigger.publish();
	expect(await verifiedBy()).toBe('service');
	// The salt of the existing endpoint is right, whenever it was entered.
	enter();
	await trigger.publish();
	expect(await verifiedBy()).toBe('signature');
});

test('a salt that verifies its notifications is not stale after the node was renamed', async () => {
	const { trigger, enter, verifiedBy } = await setUp('w-renamed');
	await trigger.publish();
	enter();
	expect(await verifiedBy()).toBe('signature');
	const state = await trigger.publish();
	// n8n keeps static data by the name of the node.
	for (const name of Object.keys(state)) delete state[name];
	await trigger.publish();
	const forged = serviceEvent('charge.created', simulator.addCharge(), 'no-salt');
	expect((await deliver(trigger, forged)).status).toBe(401);
});

test('a salt that was entered before the endpoint was recorded is used if it matches', async () => {
	const { trigger } = await setUp('w-restored');
	await trigger.publish();
	const { salt } = simulator.webhookEndpoints[0]!;
	// The same n8n, which has lost its static data.
	const { origin: address } = new URL(trigger.url);
	const { trigger: restored, enter } = await setUp('w-restored', { address });
	enter();
	await restored.publish();
	expect(simulator.webhookEndpoints).toHaveLength(1);
	const charge = simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
	const sent = async (by: string, id: string) =>
		(await deliver({ url: restored.local }, serviceEvent('charge.created', { ...charge, id }, by)))
			.status;
	expect(await sent(salt, 'c-restored')).toBe(200);
	expect(restored.started).toMatchObject([{ verified_by: 'signature' }]);
	expect(await sent('another salt', 'c-forged')).toBe(401);
});
