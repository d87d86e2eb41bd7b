import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { apiKeyOf, oAuth2Of, operation, runPayments } from './run';
import { requester } from './service';

const simulator = useSimulator();

const run = (parameters: INodeParameters, credentials = apiKeyOf(simulator)) =>
	runPayments({ parameters: { resource: 'paymentRequest', ...parameters }, credentials });

async function created(parameters: INodeParameters = {}) {
	const { items } = await succeeded(
		run({ operation: 'create', amount: 10, currency: 'SGD', ...parameters }),
	);
	return items[0]!.json as { id: string; url: string };
}

/** The request that creates one; the list is read before it. */
const sent = () => simulator.requests.find(({ method }) => method === 'POST')!;

test('Create gives the checkout page, and sends what was filled in only', async () => {
	expect(await created()).toMatchObject({
		amount: '10.00',
		status: 'pending',
		url: expect.stringMatching(/^http/) as string,
	});
	expect(sent().body).toEqual({ amount: 10, currency: 'SGD' });
});

test('Create sends every field', async () => {
	const location = simulator.records.locations.find(({ active }) => active)!;
	await created({
		additionalFields: {
			addAdminFee: true,
			address: {
				parts: {
					line1: '1 Orchard Road',
					line2: '',
					city: 'Singapore',
					state: 'Singapore',
					country: 'SG',
					postal_code: '238801',
				},
			},
			allowRepeatedPayments: false,
			email: 'ann@example.com',
			expiryDate: '2030-03-01T09:30:00',
			generateQr: true,
			locationId: location.id,
			metadata: { pairs: [{ name: 'order', value: 1042 }] },
			name: 'Ann Tan',
			paymentMethods: ['paynow_online'],
			phone: '+6591234567',
			purpose: 'Order 1042',
			redirectUrl: 'https://www.example.com/thanks',
			referenceNumber: 'ORD-1042',
			sendEmail: true,
			sendSms: false,
		},
		notify: 'url',
		notifyUrl: 'https://n8n.example.com/webhook/orders',
	});
	expect(sent().body).toEqual({
		amount: 10,
		currency: 'SGD',
		add_admin_fee: 'true',
		address: {
			line1: '1 Orchard Road',
			city: 'Singapore',
			state: 'Singapore',
			country: 'SG',
			postal_code: '238801',
		},
		allow_repeated_payments: 'false',
		email: 'ann@example.com',
		expiry_date: '2030-03-01 09:30:00',
		generate_qr: true,
		location_id: location.id,
		metadata: { order: '1042' },
		name: 'Ann Tan',
		payment_methods: ['paynow_online'],
		phone: '+6591234567',
		purpose: 'Order 1042',
		redirect_url: 'https://www.example.com/thanks',
		reference_number: 'ORD-1042',
		send_email: 'true',
		send_sms: 'false',
		webhook: 'https://n8n.example.com/webhook/orders',
	});
});

test('Create sends who it is booked for, and how long it can be paid', async () => {
	const staff = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
	await created({ additionalFields: { staffId: ` ${staff} `, expiresAfter: '2 hours' } });
	expect(sent().body).toMatchObject({ staff_id: staff, expires_after: '2 hours' });
	expect(simulator.records.paymentRequests[0]).toMatchObject({
		expiry_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
	});
});

test.each(['1 minute', '5 minutes', '1 hour', '1 day', '7 days'])(
	'%s is a length of time',
	async (expiresAfter) => {
		await created({ additionalFields: { expiresAfter } });
		expect(sent().body).toMatchObject({ expires_after: expiresAfter });
	},
);

test('Update changes the address that is notified', async () => {
	const { id } = await created({ notify: 'url', notifyUrl: 'https://n8n.example.com/webhook/a' });
	const update = (webhook: string) =>
		run({ operation: 'update', paymentRequestId: id, updateFields: { webhook } });
	const { items } = await update('https://n8n.example.com/webhook/b');
	expect(simulator.requests.at(-1)!.body).toEqual({
		amount: 10,
		currency: 'sgd',
		webhook: 'https://n8n.example.com/webhook/b',
	});
	expect(items[0]?.json).toMatchObject({ id, webhook: 'https://n8n.example.com/webhook/b' });
	const sent = simulator.requests.length;
	expect((await update('orders')).error?.message).toBe(
		"'Webhook URL' is not a web address [item 0]",
	);
	expect(simulator.requests).toHaveLength(sent);
});

test('an expiry date is sent in Singapore time, whatever offset it was given with', async () => {
	await created({ additionalFields: { expiryDate: '2030-03-01T09:30:00+01:00' } });
	expect(sent().body).toMatchObject({ expiry_date: '2030-03-01 16:30:00' });
});

test('an expiry date without an offset is one of the time zone of the workflow', async () => {
	await runPayments({
		parameters: operation('paymentRequest', 'create', {
			amount: 10,
			currency: 'SGD',
			additionalFields: { expiryDate: '2030-03-01T09:30:00' },
		}),
		credentials: apiKeyOf(simulator),
		timezone: 'America/New_York',
	});
	expect(sent().body).toMatchObject({ expiry_date: '2030-03-01 22:30:00' });
});

test('Get, Update and Delete', async () => {
	const { id } = await created();
	const update = await run({
		operation: 'update',
		paymentRequestId: id,
		updateFields: { amount: 12.5, purpose: 'Two books' },
	});
	expect(update.items[0]?.json).toMatchObject({ id, amount: '12.50' });
	const get = await run({ operation: 'get', paymentRequestId: id });
	expect(get.items[0]?.json).toMatchObject({ id, amount: '12.50', purpose: 'Two books' });
	const gone = await run({ operation: 'delete', paymentRequestId: id });
	expect(gone.items.map(({ json }) => json)).toEqual([{ deleted: true, id }]);
	const after = await run({ operation: 'get', paymentRequestId: id });
	expect(after.error?.httpCode).toBe('404');
	const own = simulator.requests.filter(({ path }) => path.endsWith(id));
	// The record to delete is read before.
	expect(own.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'GET', 'DELETE', 'GET']);
});

test('Get Many finds by reference number, and pages by itself', async () => {
	for (let i = 0; i < 3; i += 1) {
		await created({ additionalFields: { referenceNumber: `BATCH-${i}` } });
	}
	const all = await run({ operation: 'getAll', returnAll: true, filters: { search: 'BATCH-' } });
	expect(all.items.map(({ json }) => json.reference_number).sort()).toEqual([
		'BATCH-0',
		'BATCH-1',
		'BATCH-2',
	]);
	const one = await run({ operation: 'getAll', limit: 50, filters: { search: 'BATCH-1' } });
	expect(one.items.map(({ json }) => json.reference_number)).toEqual(['BATCH-1']);
});

test.each([
	['an amount below 0.3', { amount: 0.29 }, "'Amount' is below 0.3"],
	['a currency that is none', { currency: 'dollars' }, "'Currency' is not a currency"],
	[
		'a purpose that is too long',
		{ additionalFields: { purpose: 'x'.repeat(256) } },
		"'Purpose' is longer than 255 characters",
	],
	[
		'a length of time without a unit',
		{ additionalFields: { expiresAfter: '5' } },
		"'Expires After' is not a duration",
	],
	[
		'an expiry date that is none',
		{ additionalFields: { expiryDate: 'soon' } },
		"'Expiry Date' is not a date and time",
	],
	[
		'more than 50 pairs',
		{
			additionalFields: {
				metadata: { pairs: Array.from({ length: 51 }, (_, i) => ({ name: `n${i}`, value: 'x' })) },
			},
		},
		"'Metadata' has more than 50 pairs",
	],
	[
		'a name twice',
		{
			additionalFields: {
				metadata: {
					pairs: [
						{ name: 'a', value: 'x' },
						{ name: 'a', value: 'y' },
					],
				},
			},
		},
		"'Metadata' has the same name twice",
	],
	[
		'a value of more than 500 characters',
		{ additionalFields: { metadata: { pairs: [{ name: 'a', value: 'x'.repeat(501) }] } } },
		"'Metadata' is longer than 500 characters",
	],
	[
		'a redirect address that is too long',
		{ additionalFields: { redirectUrl: `https://a.example/${'x'.repeat(1028)}` } },
		"'Redirect URL' is longer than 1028 characters",
	],
	[
		'an empty address to notify',
		{ notify: 'url', notifyUrl: '={{ $json.nothing }}' },
		"'URL' is empty",
	],
	[
		'an address to notify that is none',
		{ notify: 'url', notifyUrl: 'orders' },
		"'URL' is not a web address",
	],
	[
		'a path of a trigger that is none',
		{ notify: 'trigger', triggerPath: '../x' },
		"'Trigger Path' is not the path of a Payments Trigger",
	],
])('%s is stopped before anything is sent', async (_, parameters, message) => {
	const { error } = await run({
		operation: 'create',
		amount: 10,
		currency: 'SGD',
		...(parameters as INodeParameters),
	});
	expect(error?.message).toBe(`${message} [item 0]`);
	expect(simulator.requests).toHaveLength(0);
});

describe('with a Platform Key in the OAuth2 credential', () => {
	const platform = () => {
		const { paymentsOAuth2Api } = oAuth2Of(simulator);
		return { paymentsOAuth2Api: { ...paymentsOAuth2Api, platformKey: 'platform-key-1' } };
	};

	test('Create sends it, and nothing else does', async () => {
		const { items } = await run(
			{ operation: 'create', amount: 10, currency: 'SGD' },
			platform() as never,
		);
		const { id } = items[0]!.json as { id: string };
		await run({ operation: 'get', paymentRequestId: id }, platform() as never);
		await run({ operation: 'getAll', limit: 1 }, platform() as never);
		await run(
			{ operation: 'update', paymentRequestId: id, updateFields: { amount: 11 } },
			platform() as never,
		);
		await run({ operation: 'delete', paymentRequestId: id }, platform() as never);
		const withKey = simulator.requests.filter(({ headers }) => headers['x-platform-key']);
		expect(withKey).toMatchObject([
			{ method: 'POST', headers: { 'x-platform-key': 'platform-key-1' } },
		]);
	});

	test('an empty one is not sent', async () => {
		await run({ operation: 'create', amount: 10, currency: 'SGD' }, oAuth2Of(simulator) as never);
		expect(sent().headers).not.toHaveProperty('x-platform-key');
	});
});

describe('Send Notification To: Payments Trigger', () => {
	test("a manual run names the trigger's test address", async () => {
		await created({ notify: 'trigger', triggerPath: 'shop/payments' });
		expect(sent().body).toMatchObject({
			webhook: 'http://127.0.0.1:5678/webhook-test/shop/payments',
		});
	});

	test('a refund is marked in the address', async () => {
		const charge = simulator.records.charges.find(({ status }) => status === 'succeeded')!;
		await runPayments({
			parameters: operation('refund', 'create', {
				paymentId: charge.id,
				refundKind: 'part',
				amount: 1,
				notify: 'trigger',
				triggerPath: 'payments',
			}),
			credentials: apiKeyOf(simulator),
			mode: 'trigger',
		});
		expect(simulator.requests.at(-1)!.body).toMatchObject({
			webhook: 'http://127.0.0.1:5678/webhook/payments?event=refund',
		});
	});
});

describe("Get Many by 'Statuses', which the service cannot filter by", () => {
	/** 230 payment requests, every 50th of which is paid; newest first. */
	async function many() {
		for (let index = 0; index < 230; index += 1) {
			const body = { amount: 10, currency: 'SGD', purpose: `Order ${index}` };
			await requester(simulator)('/v1/payment-requests', body);
		}
		for (const [index, { id }] of simulator.records.paymentRequests.entries()) {
			if (index % 50 === 49) simulator.pay(id);
		}
	}
	const list = (more: INodeParameters) => run({ operation: 'getAll', ...more });
	const idsOf = (status: string) =>
		simulator.records.paymentRequests.filter((one) => one.status === status).map(({ id }) => id);

	test('returns those of all pages, and sends no such filter', async () => {
		await many();
		const lists = () => simulator.requests.filter(({ method }) => method === 'GET');
		const { items, error } = await list({
			returnAll: true,
			filters: { statuses: ['completed'] },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual(idsOf('completed'));
		expect(items).toHaveLength(4);
		expect(lists()).toHaveLength(3);
		for (const { query } of lists()) expect(query).not.toHaveProperty('statuses');

		const limited = await list({ limit: 2, filters: { statuses: ['failed', 'completed'] } });
		expect(limited.items.map(({ json }) => json.id)).toEqual(idsOf('completed').slice(0, 2));
		// The second one is at the end of the first page.
		const pages = lists().slice(3);
		expect(pages.map(({ query }) => query.per_page)).toEqual(pages.map(() => '100'));

		const searched = await list({ filters: { search: 'Order 1', statuses: ['expired'] } });
		expect(searched.items).toEqual([]);
		expect(searched.error).toBeUndefined();
	});

	test.each([
		[[], "'Statuses' is empty"],
		['paid', "'Statuses' is not a known value"],
		['={{ $json.nothing }}', "'Statuses' is empty"],
	])('%j stops before anything is sent', async (statuses, message) => {
		const { error } = await list({ filters: { statuses } });
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(simulator.requests).toEqual([]);
	});
});
