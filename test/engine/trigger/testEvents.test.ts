import type { Delivery } from '../../../simulator';
import { testEvents } from '../../../simulator/routes/testEvents';
import { useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { nameOf, settle, useTriggers, type Trigger } from './trigger';

/* Each event of `npm run simulator -- send`, in each recorded shape, starts a trigger. */

const simulator = useSimulator({ charges: 1 });
const start = useTriggers();

/** The dialects that change a notification. */
const shapes = [
	...[[], ['text-amounts'], ['refunds-keep-succeeded'], ['payment-id-events']],
	...[['platform-events'], ['executor-list'], ['text-invoice-values'], ['counted-total-charge']],
	['other-method-codes'],
];

/** Sends an event in each shape, and expects that each starts the workflow as verified by its signature. */
async function sendInEachShape(trigger: Trigger, name: string, event: object) {
	for (const dialects of shapes) {
		const body = { ...event, dialects };
		const { payload } = await simulator.inject({ method: 'POST', url: '/_control/events', body });
		await settle();
		expect((JSON.parse(payload) as Delivery[]).map(({ status }) => status)).toEqual([200]);
	}
	const expected = shapes.map(() => ({ event: name, verified_by: 'signature' }));
	expect(trigger.started).toMatchObject(expected);
}

const ofAccount = testEvents.filter((event) => !/pending$|^refund/.test(event));

test.each(ofAccount)('%s starts a trigger of the whole account', async (event) => {
	const name = nameOf(event);
	const parameters = { mode: 'account', events: [name] };
	const trigger = await start({ credentials: apiKeyOf(simulator), parameters });
	await trigger.publish();
	trigger.enter({ endpointSalt: simulator.webhookEndpoints[0]!.salt });
	await sendInEachShape(trigger, name, { event });
	await trigger.unpublish();
});

test.each([
	['payment_request.completed', 'callback'],
	['payment_request.completed', 'event'],
	['payment_request.failed', 'callback'],
	['payment_request.failed', 'event'],
	['payment_request.pending', 'callback'],
	['refund.created', 'callback'],
	['refund.created', 'event'],
])('%s starts a trigger of payment requests, as %s', async (event, format) => {
	const parameters = { mode: 'requests', path: 'payments', events: [nameOf(event)] };
	const credentials = apiKeyOf(simulator, { webhookSalt: simulator.salt });
	const trigger = await start({ credentials, parameters });
	await sendInEachShape(trigger, nameOf(event), { event, url: trigger.url, format });
});
