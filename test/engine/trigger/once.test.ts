import { useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { ACCEPTED, answersTo, KNOWN } from './answers';
import {
	callback,
	deliver,
	deliverAll,
	paymentFields,
	settle,
	useTriggers,
	type TriggerOptions,
} from './trigger';

/*
 * An event starts the workflow once. The explorer repeats all kinds of events (test/explorer/events.test.ts); here are the
 * responses, and what n8n makes of the start.
 */

const salt = 'simulator-salt';
const simulator = useSimulator({ charges: 5, salt });
const start = useTriggers();

async function listen(options: Partial<TriggerOptions> = {}) {
	return await start({ credentials: apiKeyOf(simulator, { webhookSalt: salt }), ...options });
}

const fields = (number = 1) =>
	paymentFields({
		payment_id: `payment-${number}`,
		payment_request_id: 'request-1',
		amount: '599.00',
	});
const paid = (number?: number) => callback(fields(number), salt);

test('a repeated delivery is answered with 200 and starts nothing, in any order of its fields', async () => {
	const trigger = await listen();
	const reversed = Object.fromEntries(Object.entries(fields()).reverse());
	const messages = [paid(), paid(), callback(reversed, salt)];
	expect(await answersTo(trigger, messages)).toEqual([ACCEPTED, KNOWN, KNOWN]);
	expect(trigger.started).toHaveLength(1);
});

test('each trigger records its own events, which have the same event_id in each', async () => {
	const [one, other] = [await listen(), await listen()];
	expect(await answersTo(one, [paid(1), paid(2)])).toEqual([ACCEPTED, ACCEPTED]);
	expect(await answersTo(other, [paid(1)])).toEqual([ACCEPTED]);
	const [first, second] = one.started.map(({ event_id }) => event_id);
	expect(first).not.toBe(second);
	expect(other.started).toMatchObject([{ event_id: first }]);
});

test('publishing again keeps the recorded events', async () => {
	await answersTo(await listen({ workflowId: 'republished' }), [paid()]);
	const second = await listen({ workflowId: 'republished' });
	await second.publish();
	expect(await answersTo(second, [paid()])).toEqual([KNOWN]);
	expect(second.started).toEqual([]);
});

test.each([
	{ respond: undefined, statuses: [200, 200, 200], runs: 1 },
	{ respond: 'immediately', statuses: [200, 200, 200], runs: 1 },
	{ respond: 'finished', statuses: [500, 200, 200], runs: 2 },
])('a workflow that fails, with Respond $respond', async ({ respond, statuses, runs }) => {
	const trigger = await listen({ parameters: { options: respond ? { respond } : {} } });
	trigger.failRuns(1);
	for (const expected of statuses) {
		const { status, text } = await deliver(trigger, paid());
		expect(status).toBe(expected);
		// The output of the workflow is not sent to HitPay.
		expect(text).not.toContain('599');
		await settle();
	}
	expect(trigger.started).toHaveLength(runs);
});

test.each(['immediately', 'finished'])(
	'a sender that does not wait for a long workflow starts no second one, with Respond %s',
	async (respond) => {
		const trigger = await listen({ parameters: { options: { respond } } });
		trigger.runTime = 400;
		const { headers, body } = paid();
		for (let turn = 0; turn < 3; turn += 1) {
			const signal = AbortSignal.timeout(60);
			await fetch(trigger.url, { method: 'POST', headers, body, signal }).catch(() => undefined);
		}
		await new Promise((ended) => setTimeout(ended, 450));
		expect(await answersTo(trigger, [paid()])).toEqual([KNOWN]);
		expect(trigger.started).toHaveLength(1);
	},
);

test('while one delivery is being processed, the others are answered with 503', async () => {
	const trigger = await listen({ parameters: { options: { includeCharge: true } } });
	const { id: payment_id } = simulator.addCharge();
	simulator.fault({ path: '/v1/charges', delay: 200, times: 5 });
	const message = callback({ ...fields(), payment_id }, salt);
	const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(trigger, message)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503, 503, 503]);
	expect(trigger.started).toMatchObject([{ charge: { id: payment_id } }]);
});

test('a test run and the published workflow are both started by the same event', async () => {
	const published = await listen({ workflowId: 'tried' });
	const listening = await listen({ workflowId: 'tried', isTest: true });
	for (const trigger of [listening, published, listening, published])
		expect(await deliverAll(trigger, [paid()])).toEqual([200]);
	expect(published.started).toHaveLength(1);
	// A further test run is started by it again.
	expect(listening.started).toHaveLength(2);
});
