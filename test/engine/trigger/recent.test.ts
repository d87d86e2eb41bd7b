import type { INodeParameters } from 'n8n-workflow';

import * as clock from '../../../nodes/Payments/transport/clock';
import { mustViolate, useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { requester } from '../service';
import { ACCEPTED, answersTo, ELSEWHERE, KNOWN, TOO_OLD, UNCONFIRMED } from './answers';
import { callback, paySilently, serviceEvent, useTriggers, type TriggerOptions } from './trigger';

/* Without a signature, an event that the API confirms also has to be recent, and meant for this trigger. */

const HOUR = 60 * 60 * 1000;

const simulator = useSimulator({ charges: 5, now: () => Date.now() });
const service = requester(simulator);
const start = useTriggers();
afterEach(() => jest.restoreAllMocks());

async function listen(parameters: INodeParameters = {}, options: Partial<TriggerOptions> = {}) {
	return await start({ credentials: apiKeyOf(simulator), parameters, ...options });
}

/** Creates a payment request with a webhook URL, paid without a notification. */
async function paid(webhook: string | null) {
	const { fields, charge } = await paySilently(simulator, webhook);
	return { charge, fields, message: callback(fields) };
}

/** Lets time go by for n8n and the service. */
function later(by: number) {
	const [now, since] = [Date.now(), clock.monotonic()];
	jest.spyOn(Date, 'now').mockImplementation(() => now + by);
	jest.spyOn(clock, 'monotonic').mockImplementation(() => since + by);
}

const lastYear = '2025-01-05T10:00:00+08:00';

describe('a true event that is not recent is rejected', () => {
	test.each<[string, object, object]>([
		['of last year', { created_at: lastYear, closed_at: lastYear }, TOO_OLD],
		['that started long ago and succeeded now', { created_at: lastYear }, ACCEPTED],
		['at a time that cannot be read', { created_at: 'soon', closed_at: null }, TOO_OLD],
	])('a payment %s', async (_, times, answer) => {
		const trigger = await listen();
		const { charge, message } = await paid(trigger.url);
		const own = { ...charge };
		Object.assign(charge, times);
		if (Object.values(times).includes('soon'))
			mustViolate(/GET \/v1\/charges: body\/data\/0\/created_at /);
		expect(await answersTo(trigger, [message])).toEqual([answer]);
		// The simulator continues from its times.
		Object.assign(charge, own);
	});

	test('the same payment again, when it is no longer recorded', async () => {
		const trigger = await listen();
		const { message } = await paid(trigger.url);
		const answers = await answersTo(trigger, [message]);
		for (const hours of [1, 22, 2, 22, 2, 24, 24]) {
			later(hours * HOUR);
			answers.push(...(await answersTo(trigger, [message])));
		}
		const [known, tooOld] = [Array<object>(4).fill(KNOWN), Array<object>(3).fill(TOO_OLD)];
		expect(answers).toEqual([ACCEPTED, ...known, ...tooOld]);
	});
});

describe('Payment Requests and Refunds: the payment request has to notify this trigger', () => {
	test.each<[string, (url: string) => string | null, object]>([
		['no address', () => null, ELSEWHERE],
		['another host', () => 'https://shop.example/webhook/payments', ELSEWHERE],
		['another path', (url) => `${url}2`, ELSEWHERE],
		['a path below', (url) => `${url}/more`, ELSEWHERE],
		['another port', (url) => url.replace(/:\d+/, ':1'), ELSEWHERE],
		['the test address', (url) => url.replace('/webhook/', '/webhook-test/'), ELSEWHERE],
		['an address that is none', () => 'payments', ELSEWHERE],
		['it with a query', (url) => `${url}?event=refund`, ACCEPTED],
		['it with a slash behind', (url) => `${url}/`, ACCEPTED],
		['its host in capitals', (url) => url.replace('http:', 'HTTP:'), ACCEPTED],
	])('one that notifies %s', async (_, webhookOf, answer) => {
		const trigger = await listen();
		const { message } = await paid(webhookOf(trigger.url));
		expect(await answersTo(trigger, [message])).toEqual([answer]);
		expect(trigger.started).toHaveLength(answer === ACCEPTED ? 1 : 0);
	});

	test('in a test run, it has to notify the test URL', async () => {
		const test = await listen({}, { isTest: true });
		await test.publish();
		const published = test.url.replace('/webhook-test/', '/webhook/');
		const messages = [(await paid(test.url)).message, (await paid(published)).message];
		expect(await answersTo(test, messages)).toEqual([ACCEPTED, ELSEWHERE]);
	});

	test('if the payment request cannot be retrieved, the response is 503, and 401 if it does not exist', async () => {
		const trigger = await listen();
		const { message } = await paid(trigger.url);
		const path = '/v1/payment-requests';
		simulator.fault({ path, status: 500 });
		expect(await answersTo(trigger, [message])).toMatchObject([{ status: 503 }]);
		simulator.fault({ path, status: 404 });
		expect(await answersTo(trigger, [message, message])).toEqual([UNCONFIRMED, ACCEPTED]);
	});

	test('a refund has no webhook URL, so its payment may be of any payment request', async () => {
		const trigger = await listen();
		const { charge } = await paid('https://shop.example/hook');
		await service('/v1/refund', { payment_id: charge.id, amount: 1 });
		const refund = serviceEvent('refund.created', simulator.records.refunds[0]!);
		expect(await answersTo(trigger, [refund])).toEqual([ACCEPTED]);
	});
});
