import { useSimulator } from '../useSimulator';
import { apiKeyOf, operation, runPayments } from './run';
import {
	callback,
	deliver,
	deliverAll,
	paymentFields,
	settle,
	useTriggers,
	type TriggerOptions,
} from './trigger';

const salt = 'simulator-salt';
const simulator = useSimulator({ charges: 5, retryDelay: 20, retryFactor: 1, salt });
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

test('a repeated delivery is answered with 200 and starts nothing', async () => {
	const trigger = await listen();
	for (let turn = 0; turn < 5; turn += 1) {
		const { status, text } = await deliver(trigger, paid());
		expect(status).toBe(200);
		expect(text).toContain(turn === 0 ? 'Accepted' : 'Already processed');
		await settle();
	}
	expect(trigger.started).toHaveLength(1);
});

test('an event is recognized in any order of its fields', async () => {
	const trigger = await listen();
	const reversed = Object.fromEntries(Object.entries(fields()).reverse());
	await deliver(trigger, paid());
	await settle();
	expect((await deliver(trigger, callback(reversed, salt))).status).toBe(200);
	expect(trigger.started).toHaveLength(1);
});

test('another event starts another workflow, with another event_id', async () => {
	const trigger = await listen();
	await deliver(trigger, paid(1));
	await deliver(trigger, paid(2));
	expect(new Set(trigger.started.map(({ event_id }) => event_id)).size).toBe(2);
});

test('the event_id is the same in another process or after a restart', async () => {
	const [one, other] = [await listen(), await listen()];
	await deliver(one, paid());
	await deliver(other, paid());
	expect(one.started[0]!.event_id).toBe(other.started[0]!.event_id);
});

test('each trigger records its own events', async () => {
	const [one, other] = [await listen(), await listen()];
	await deliver(one, paid());
	await settle();
	await deliver(other, paid());
	expect([one.started.length, other.started.length]).toEqual([1, 1]);
});

test('publishing again keeps the recorded events', async () => {
	const first = await listen({ workflowId: 'republished' });
	await deliver(first, paid());
	await settle();
	const second = await listen({ workflowId: 'republished' });
	await second.publish();
	expect((await deliver(second, paid())).status).toBe(200);
	expect(second.started).toEqual([]);
});

test('an event whose workflow could not be started is not recorded', async () => {
	const trigger = await listen();
	trigger.failStarts(2);
	const statuses = await deliverAll(trigger, [paid(), paid(), paid(), paid()]);
	expect(statuses).toEqual([500, 500, 200, 200]);
	expect(trigger.started).toHaveLength(1);
});

test.each([
	{ respond: undefined, statuses: [200, 200, 200], runs: 1 },
	{ respond: 'immediately', statuses: [200, 200, 200], runs: 1 },
	{ respond: 'finished', statuses: [500, 200, 200], runs: 2 },
])('a workflow that fails, with Respond $respond', async ({ respond, statuses, runs }) => {
	const trigger = await listen({ parameters: { options: respond ? { respond } : {} } });
	trigger.failRuns(1);
	const answers: Array<{ status: number; text: string }> = [];
	for (let turn = 0; turn < statuses.length; turn += 1) {
		answers.push(await deliver(trigger, paid()));
		await settle();
	}
	expect(answers.map(({ status }) => status)).toEqual(statuses);
	expect(trigger.started).toHaveLength(runs);
	// The output of the workflow is not sent to HitPay.
	expect(answers.map(({ text }) => text).join()).not.toContain('599');
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
		expect(await deliver(trigger, paid())).toMatchObject({
			status: 200,
			text: expect.stringContaining('Already processed') as string,
		});
		expect(trigger.started).toHaveLength(1);
	},
);

test('HitPay repeats a notification until the workflow is started', async () => {
	const trigger = await listen();
	trigger.failStarts(3);
	const { items } = await runPayments({
		parameters: operation('paymentRequest', 'create', {
			amount: 5,
			currency: 'SGD',
			notify: 'url',
			notifyUrl: trigger.url,
		}),
		credentials: apiKeyOf(simulator),
	});
	simulator.pay(items[0]!.json.id as string);
	await simulator.idle();
	expect(simulator.deliveries.map(({ status }) => status)).toEqual([500, 500, 500, 200]);
	simulator.redeliver(simulator.deliveries[0]!.id);
	await simulator.idle();
	expect(simulator.deliveries.at(-1)).toMatchObject({ status: 200 });
	expect(trigger.started).toHaveLength(1);
});

test('of many simultaneous deliveries one starts the workflow; none is accepted before', async () => {
	const trigger = await listen();
	const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(trigger, paid())));
	const statuses = new Set(answers.map(({ status }) => status));
	expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
	expect(trigger.started).toHaveLength(1);
	await settle();
	expect((await deliver(trigger, paid())).status).toBe(200);
	expect(trigger.started).toHaveLength(1);
});

test('of many simultaneous deliveries one starts the workflow, also if the API confirms slowly', async () => {
	const parameters = { mode: 'account', events: ['payment.completed'] };
	const trigger = await listen({ credentials: apiKeyOf(simulator), parameters });
	const charge = simulator.addCharge({ amount: 8, currency: 'sgd', status: 'succeeded' });
	simulator.fault({ path: '/v1/charges', delay: 100, times: 20 });
	const one = {
		...fields(),
		payment_id: charge.id,
		payment_request_id: charge.payment_request_id,
	};
	const message = callback({ ...one, amount: '8.00' });
	const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(trigger, message)));
	expect(answers.every(({ status }) => [200, 503].includes(status))).toBe(true);
	expect(answers.some(({ status }) => status === 200)).toBe(true);
	expect(trigger.started).toHaveLength(1);
});

test('a thousand different simultaneous events all start the workflow', async () => {
	const trigger = await listen();
	const numbers = Array.from({ length: 1000 }, (_, index) => index);
	for (let at = 0; at < numbers.length; at += 100) {
		await Promise.all(numbers.slice(at, at + 100).map((number) => deliver(trigger, paid(number))));
	}
	expect(trigger.started).toHaveLength(1000);
});

test('while one delivery is being processed, the others are answered with 503', async () => {
	const trigger = await listen({ parameters: { options: { includeCharge: true } } });
	const charge = simulator.addCharge();
	simulator.fault({ path: '/v1/charges', delay: 200, times: 5 });
	const message = callback({ ...fields(), payment_id: charge.id }, salt);
	const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(trigger, message)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503, 503, 503]);
	expect(trigger.started).toMatchObject([{ charge: { id: charge.id } }]);
});

test('a test run and the published workflow are both started by the same event', async () => {
	const [published, listening] = [
		await listen({ workflowId: 'tried' }),
		await listen({ workflowId: 'tried', isTest: true }),
	];
	for (const trigger of [listening, published, listening, published]) {
		expect((await deliver(trigger, paid())).status).toBe(200);
		await settle();
	}
	expect(published.started).toHaveLength(1);
	// A further test run is started by it again.
	expect(listening.started).toHaveLength(2);
});
