import type { INodeParameters } from 'n8n-workflow';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { startHttpServer } from '../../httpServer';
import { useSimulator } from '../../useSimulator';
import { apiKeyOf, runPayments, type RunOptions } from '../run';

const simulator = useSimulator();

/** The responses of n8n itself at the URLs of its webhooks. */
type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** The requests of the node; the notification of a refund is not recorded. */
const requests: IncomingMessage[] = [];
let respond: Respond;
let n8n: Awaited<ReturnType<typeof startHttpServer>>;
let n8nUrl = '';
beforeAll(async () => {
	n8n = await startHttpServer((request, response) => {
		if (request.method === 'POST') {
			response.end();
			return;
		}
		requests.push(request);
		respond(request, response);
	});
	n8nUrl = n8n.url;
});
beforeEach(() => {
	requests.length = 0;
	respond = listensAt();
});
afterAll(() => n8n.close());

/** Responds as n8n 2.0 and 2.41 do when a trigger listens at these paths, such as `webhook/payments`. */
function listensAt(...paths: string[]): Respond {
	return ({ method, url = '', headers }, response) => {
		const [, folder, path] = /^\/([^/]+)\/([^?]+)/.exec(url) ?? [];
		const isListening = paths.includes(`${folder}/${path}`);
		if (method !== 'OPTIONS' || !headers.origin) {
			response.writeHead(500).end();
		} else if (isListening || folder === 'webhook') {
			const methods = isListening ? 'OPTIONS, POST' : 'OPTIONS';
			response.writeHead(204, { 'Access-Control-Allow-Methods': methods }).end();
		} else {
			const message = `The requested webhook "${path}" is not registered.`;
			response.writeHead(404, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ code: 404, message, hint: '' }));
		}
	};
}

async function run(parameters: INodeParameters, options: Partial<RunOptions> = {}) {
	const { items, error } = await runPayments({
		parameters: {
			output: 'simplified',
			notify: 'trigger',
			triggerPath: 'shop',
			...parameters,
		},
		credentials: apiKeyOf(simulator),
		n8nUrl,
		...options,
	});
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

const paymentRequest: INodeParameters = {
	resource: 'paymentRequest',
	operation: 'create',
	amount: 10,
	currency: 'SGD',
};
const refund = (): INodeParameters => ({
	resource: 'refund',
	operation: 'create',
	paymentId: simulator.records.charges.find(({ status }) => status === 'succeeded')!.id,
	refundKind: 'part',
	amount: 1,
});

/** The URL that the Payments API was asked to notify. */
const notified = () => (simulator.requests.at(-1)!.body as { webhook?: string }).webhook;

describe.each([
	[
		'Payment Request: Create',
		() => paymentRequest,
		'',
		"Before the customer pays, select 'Execute step' in the trigger. For the next run, you can set 'URL in Manual Runs' to Production URL instead.",
	],
	[
		'Refund: Create',
		refund,
		'?event=refund',
		"Select 'Execute step' in the trigger: HitPay delivers the notification again. For the next run, you can set 'URL in Manual Runs' to Production URL instead.",
	],
])('%s', (_, parameters, mark, forTests) => {
	test.each([
		['manual', 'test', 'webhook-test'],
		['manual', 'production', 'webhook'],
		['trigger', 'test', 'webhook'],
		['trigger', 'production', 'webhook'],
	] as const)(
		'in a run of mode %s with the %s URL in manual runs, notifies %s, and outputs the URL',
		async (mode, urlInManualRuns, folder) => {
			respond = listensAt('webhook/shop', 'webhook-test/shop');
			const [json] = await run({ ...parameters(), urlInManualRuns }, { mode });
			expect(json!.notification_url).toBe(`${n8nUrl}/${folder}/shop${mark}`);
			expect(notified()).toBe(json!.notification_url);
			expect(json).not.toHaveProperty('notification_warning');
		},
	);

	test.each([
		['manual', `No Payments Trigger listens at this test URL. ${forTests}`],
		[
			'trigger',
			"No published Payments Trigger listens at this URL. Publish the trigger's workflow, and check 'Trigger Path'.",
		],
	] as const)(
		'warns where no trigger listens, in front of the record, in mode %s',
		async (mode, warning) => {
			respond = listensAt('webhook/other', 'webhook-test/other');
			const [json] = await run(parameters(), { mode });
			expect(json).toMatchObject({
				id: expect.any(String) as string,
				notification_warning: warning,
			});
			expect(Object.keys(json!)[0]).toBe('notification_warning');
		},
	);

	test.each<[string, Respond]>([
		['n8n cannot be reached', ({ socket }) => socket.destroy()],
		['n8n does not respond in time', () => {}],
		[
			'the response has a body that never ends',
			(_request, response) => {
				const writing = setInterval(() => response.write(' '), 200);
				response.writeHead(404).on('close', () => clearInterval(writing));
			},
		],
		['a proxy responds', (_request, response) => response.writeHead(404).end('Not found')],
		[
			'a proxy responds with methods of its own',
			(_request, response) =>
				response.writeHead(204, { 'Access-Control-Allow-Methods': 'GET, OPTIONS' }).end(),
		],
		[
			'a proxy responds with JSON',
			(_request, response) =>
				response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"None"}'),
		],
	])('does not warn, and works, if %s', async (_case, odd) => {
		respond = odd;
		const [json] = await run(parameters());
		expect(json).toMatchObject({ notification_url: expect.any(String) as string });
		expect(json).not.toHaveProperty('notification_warning');
		expect(requests).toHaveLength(1);
	});

	test.each(['nobody', 'url'])('with %s, outputs no URL and asks n8n nothing', async (notify) => {
		const [json] = await run({ ...parameters(), notify, notifyUrl: 'https://n8n.example.com/x' });
		expect(json).not.toHaveProperty('notification_url');
		expect(requests).toHaveLength(0);
	});

	test.each(['raw', 'selected'])('outputs the URL with Output %s, too', async (output) => {
		const [json] = await run({ ...parameters(), output, outputFields: ['status'] });
		expect(json).toHaveProperty('notification_url');
	});
});

test('n8n is asked once a run, with a method that starts no workflow and without the credential', async () => {
	const items = [{}, {}, {}];
	expect(await run(paymentRequest, { items })).toHaveLength(3);
	expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
		'OPTIONS /webhook-test/shop',
	]);
	expect(JSON.stringify(requests[0]!.rawHeaders)).not.toContain(simulator.apiKey);
});

test('with the QR code, the output has ten fields at most', async () => {
	respond = listensAt('webhook-test/shop');
	const additionalFields = { paymentMethods: ['paynow_online'], generateQr: true };
	const [json] = await run({ ...paymentRequest, additionalFields });
	expect(json).toHaveProperty('qr_code');
	expect(Object.keys(json!)).toHaveLength(10);
});

test.each(['webhook-test', 'webhook'])(
	"'Trigger Path' accepts the URL that the editor copies: %s",
	async (folder) => {
		const triggerPath = `${n8nUrl}/${folder}/4b1d6c3e-0000-4000-8000-000000000001`;
		const [json] = await run({ ...paymentRequest, triggerPath });
		expect(json!.notification_url).toBe(
			`${n8nUrl}/webhook-test/4b1d6c3e-0000-4000-8000-000000000001`,
		);
	},
);

test.each([['../x'], ['https://other.example.com/webhook/shop'], ['={{ $json.nothing }}']])(
	'the path %j is stopped before anything is sent',
	async (triggerPath) => {
		const { error } = await runPayments({
			parameters: { ...paymentRequest, notify: 'trigger', triggerPath },
			credentials: apiKeyOf(simulator),
			n8nUrl,
		});
		expect(error?.message).toBe("'Trigger Path' is not the path of a Payments Trigger");
		expect([...simulator.requests, ...requests]).toHaveLength(0);
	},
);

test('an expression that returns nobody notifies nobody, also with a URL entered', async () => {
	await run({ ...paymentRequest, notify: '={{ "nobody" }}', notifyUrl: 'https://a.example' });
	expect(simulator.requests.at(-1)!.body).toEqual({ amount: 10, currency: 'SGD' });
});
