import { hasWebhook } from '../../nodes/Payments/transport/webhookProbe';
import { itemOf } from '../fuzz/context';

const URL_OF_N8N = 'https://n8n.example.com/webhook/1';

/** Asks about a URL. @param respond returns what is at it */
async function ask(respond: () => unknown) {
	const requests: unknown[] = [];
	const context = await itemOf(async () => await Promise.resolve([]));
	const httpRequest = async (request: unknown) => {
		requests.push(request);
		return await Promise.resolve(respond());
	};
	Object.assign(context, { helpers: { httpRequest } });
	const found = await Promise.all([
		hasWebhook(context, URL_OF_N8N),
		hasWebhook(context, URL_OF_N8N),
	]);
	expect(found[0]).toBe(found[1]);
	return { found: found[0], requests };
}

const methods = (text: unknown, statusCode = 204) => ({
	statusCode,
	headers: { 'access-control-allow-methods': text },
});
const says = (message: unknown, statusCode = 404) => ({
	statusCode,
	headers: {},
	body: { message },
});
const UNKNOWN = 'The requested webhook "1" is not registered.';

test('n8n is asked once a run, without a credential', async () => {
	const { requests } = await ask(() => methods('OPTIONS, POST'));
	expect(requests).toEqual([
		expect.objectContaining({
			method: 'OPTIONS',
			url: URL_OF_N8N,
			headers: { Origin: 'https://n8n.example.com' },
			disableFollowRedirect: true,
			timeout: 1_000,
		}),
	]);
});

test.each<[string, unknown, boolean | undefined]>([
	['a webhook that takes a POST', methods('OPTIONS, POST'), true],
	['no webhook', methods('OPTIONS'), false],
	['other methods, as a proxy names them', methods('OPTIONS, GET'), undefined],
	['no methods', methods(undefined), undefined],
	['a page that names methods', methods('OPTIONS, POST', 200), undefined],
	['a test URL without a listener', says(UNKNOWN), false],
	['these words with another status', says(UNKNOWN, 200), undefined],
	['more words than these', says(`Error: ${UNKNOWN}`), undefined],
	['these words and more', says(`${UNKNOWN} Sorry.`), undefined],
	['no words', says(undefined), undefined],
	['another page', { statusCode: 404, headers: {}, body: '<html>' }, undefined],
])('what n8n has at its URL: %s', async (_, response, expected) => {
	expect((await ask(() => response)).found).toBe(expected);
});

test('it is not certain if n8n cannot reach itself', async () => {
	const fail = () => {
		throw new Error('ETIMEDOUT');
	};
	expect((await ask(fail)).found).toBeUndefined();
});
