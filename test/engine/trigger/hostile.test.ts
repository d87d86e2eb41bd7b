import { request } from 'node:http';

import { signBody, signFields } from '../../../simulator/webhooks/signatures';
import { useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { paymentFields, useTriggers } from './trigger';

/* Requests that HitPay does not send. The explorer forges what it does send (test/explorer/forgeries.ts). */

const salt = 'simulator-salt';
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const fields = paymentFields({
	payment_id: 'payment-1',
	payment_request_id: 'request-1',
	amount: '599.00',
});

const simulator = useSimulator({ charges: 1, salt });
const start = useTriggers();

interface Hostile {
	body: string | Buffer;
	headers?: Record<string, string | string[]>;
	query?: string;
	chunked?: boolean;
}

/** Sends requests that `fetch` refuses to send. */
async function send(url: string, { body, headers = {}, query = '', chunked }: Hostile) {
	return await new Promise<{ status: number; text: string }>((resolve, reject) => {
		const length = chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
		const call = request(url + query, { method: 'POST', headers: { ...length, ...headers } });
		call.on('error', reject).on('response', (answer) => {
			let text = '';
			answer.setEncoding('utf8').on('data', (part: string) => (text += part));
			answer.on('end', () => resolve({ status: answer.statusCode!, text }));
		});
		call.end(body);
	});
}

/** A signed form, so that only its content can be the reason of the rejection. */
const signedForm = (body: string) => {
	const parsed = Object.fromEntries(new URLSearchParams(body));
	return { headers: { 'content-type': form }, body: `${body}&hmac=${signFields(parsed, salt)}` };
};
const signedJson = (body: string, more: Record<string, string | string[]> = {}) => ({
	headers: { 'content-type': json, 'hitpay-signature': signBody(body, salt), ...more },
	body,
});
const plain = new URLSearchParams(fields).toString();
const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/** Of what test/unit/webhook.parse.test.ts has, what n8n or the HTTP parser may treat in another way. */
const cases: Array<[string, number, () => Hostile]> = [
	[
		'more than 1 MB without a Content-Length',
		413,
		() => ({ ...signedForm(`${plain}&x=${'x'.repeat(1_100_000)}`), chunked: true }),
	],
	['text', 415, () => ({ headers: { 'content-type': 'text/plain' }, body: plain })],
	['JSON that is nested 100,000 deep', 400, () => signedJson(nested(100_000))],
	[
		'a list of signatures in the header',
		400,
		() => signedJson('{"id":"c-1"}', { 'hitpay-signature': [signBody('{"id":"c-1"}', salt), 'x'] }),
	],
	[
		'a mark that occurs twice',
		400,
		() => ({ ...signedForm(plain), query: '?event=refund&event=refund' }),
	],
];

test.each(cases)('signed, but not what HitPay sends, %s: %i', async (_name, status, hostile) => {
	const parameters = { events: ['payment.completed', 'refund'] };
	const trigger = await start({
		credentials: apiKeyOf(simulator, { webhookSalt: salt }),
		parameters,
	});
	const answer = await send(trigger.url, hostile());
	expect(answer.status).toBe(status);
	// The response repeats nothing of the request.
	expect(answer.text).toMatch(/^\{"message":"[^"<]{5,60}"\}$/);
	expect([trigger.started, trigger.thrown, simulator.requests]).toEqual([[], [], []]);
});
