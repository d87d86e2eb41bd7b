import { getAccountFields } from '../../../nodes/Payments/listSearch/money/accountFields';
import { mustViolate } from '../../useSimulator';
import { contextOf, openList } from '../openList';
import { startPoller } from '../polling/poller';
import { apiKeyOf, oAuth2Of } from '../run';
import { useDialects } from './harness';

const speak = useDialects();

const UNKNOWN = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
const idsOf = (items: Array<{ json: { id?: unknown } }>) => items.map(({ json }) => json.id);
const all = { returnAll: true };

describe('Row 5: both spellings of cancelled are one', () => {
	test('Row 5: a charge that is spelled in another way has not changed', async () => {
		const [one, other] = [
			await speak([], { charges: 0 }),
			await speak(['canceled'], { charges: 0 }),
		];
		const charge = one.simulator.addCharge({ status: 'cancelled' });
		other.simulator.addCharge({ ...charge });
		const poller = startPoller(apiKeyOf(one.simulator), { event: 'chargeStatusChanged' });
		await poller.publish();
		// The same list in the other spelling.
		one.simulator.fault({
			path: '/v1/charges',
			times: 9,
			when: 'after',
			body: (text: string) => text.replaceAll('"cancelled"', '"canceled"'),
		});
		await poller.poll();
		expect([poller.runs, poller.failed]).toEqual([[], []]);
		expect(poller.saved).toContain('cancelled');
	});

	test('Row 5: payment requests are filtered by both spellings', async () => {
		const { simulator, call, run } = await speak();
		const { id } = await call('/v1/payment-requests', { amount: 1, currency: 'sgd' });
		for (const status of ['canceled', 'cancelled']) {
			Object.assign(simulator.records.paymentRequests[0]!, { status });
			if (status === 'cancelled') mustViolate(/payment-requests: body\/data\/0\/status must be/);
			const filters = { statuses: ['canceled'] };
			const { items } = await run('paymentRequest', 'getAll', { ...all, filters });
			expect(idsOf(items)).toEqual([id]);
		}
	});
});

describe('Row 10: lists follow what the first page shows', () => {
	test.each([[[]], [['numbered-customer-list']], [['shown-customer-cursors']]] as const)(
		'Row 10: customers are listed and found in the dialects %j',
		async (dialects) => {
			const { call, run, simulator } = await speak(dialects, { maxPerPage: 2, charges: 5 });
			for (const name of ['a', 'b', 'c']) {
				await call('/v1/customers', { email: `${name}@example.com` });
			}
			const ids = simulator.records.customers.map(({ id }) => id);
			expect(idsOf((await run('customer', 'getAll', all)).items)).toEqual(ids);
			const chosen: unknown[] = [];
			let token: string | undefined;
			do {
				const list = openList('searchCustomers');
				const { results, paginationToken } = await list(apiKeyOf(simulator), '', token);
				chosen.push(...results.map(({ value }) => value));
				token = paginationToken;
			} while (token !== undefined && chosen.length < 50);
			expect(chosen).toEqual(ids);
			const { items } = await run('customer', 'upsert', { email: 'a@example.com' });
			expect(idsOf(items)).toEqual([ids[2]]);
		},
	);

	test.each([[[]], [['camel-case-page-size']]] as const)(
		'Row 10: the page size of charges is requested by both names, in the dialects %j',
		async (dialects) => {
			const { run, simulator } = await speak(dialects, { charges: 60 });
			const { items } = await run('charge', 'getAll', { returnAll: false, limit: 50 });
			expect(items).toHaveLength(50);
			expect(simulator.requests).toHaveLength(1);
			expect(simulator.requests[0]!.query).toMatchObject({ per_page: '50', perPage: '50' });
		},
	);

	test.each(['plan', 'paymentRequest', 'location', 'staticQr'])(
		'Row 10: a list of %s records by cursor is read to its end',
		async (resource) => {
			const { run, simulator } = await speak();
			const page = (id: string, next_cursor: string | null) => ({
				status: 200,
				body: { data: [{ id }], meta: { per_page: 1, next_cursor, prev_cursor: null } },
			});
			simulator.fault({ method: 'GET', ...page('1', 'x') });
			simulator.fault({ method: 'GET', ...page('2', null) });
			if (resource !== 'staticQr') mustViolate(/query cursor is not in the contract/);
			const { items } = await run(resource, 'getAll', all);
			expect(idsOf(items)).toEqual(['1', '2']);
			expect(simulator.requests[1]!.query.cursor).toBe('x');
		},
	);
});

test('Row 11: 100 records a page are requested, and pages of any size are read', async () => {
	const { run, simulator } = await speak(['per-page-ignored'], { charges: 60, payouts: 60 });
	for (const [resource, records] of [
		['charge', 'charges'],
		['payout', 'payouts'],
	] as const) {
		const { items } = await run(resource, 'getAll', all);
		expect(idsOf(items)).toEqual(simulator.records[records].map(({ id }) => id));
	}
	expect(new Set(simulator.requests.map(({ query }) => query.per_page))).toEqual(new Set(['100']));
});

test('Row 12: Get Many and the list of charges return charges of every status', async () => {
	const { run, simulator } = await speak(['paid-charges-by-default'], { charges: 0 });
	const statuses = [
		...(['succeeded', 'succeeded_manually', 'pending', 'failed'] as const),
		...(['refunded', 'cancelled', 'partially_refunded', 'void'] as const),
	];
	const ids = statuses.map((status) => simulator.addCharge({ status }).id).reverse();
	expect(idsOf((await run('charge', 'getAll', all)).items)).toEqual(ids);
	const { results } = await openList('searchCharges')(apiKeyOf(simulator), '');
	expect(results.map(({ value }) => value)).toEqual(ids);
});

test("Row 13: 'Succeeded' is sent as success, which is the only name that the filter surely has", async () => {
	for (const dialects of [[], ['strict-statuses']] as const) {
		const { run, simulator } = await speak(dialects, { charges: 0 });
		const { id } = simulator.addCharge({ status: 'succeeded' });
		simulator.addCharge({ status: 'failed' });
		const { items, error } = await run('charge', 'getAll', {
			...all,
			filters: { statuses: ['succeeded'] },
		});
		expect([error, idsOf(items)]).toEqual([undefined, [id]]);
		for (const { query } of simulator.requests) expect(query.statuses).toEqual(['success']);
		await openList('searchRefundableCharges')(apiKeyOf(simulator), '');
		expect(simulator.requests.at(-1)!.query.statuses).not.toContain('succeeded');
	}
});

describe('Row 14: a refund is seen by the status or by the refunded amount', () => {
	test.each([[[]], [['refunds-keep-succeeded']]] as const)(
		'Row 14: a poll reports a partial refund in the dialects %j',
		async (dialects) => {
			const { simulator, call } = await speak(dialects, { charges: 0 });
			const charge = simulator.addCharge({ amount: 10, created_at: new Date().toISOString() });
			const poller = startPoller(apiKeyOf(simulator), {
				event: 'chargeStatusChanged',
				filters: { statuses: ['partially_refunded'] },
			});
			await poller.publish();
			await call('/v1/refund', { payment_id: charge.id, amount: 4 });
			await poller.poll();
			await poller.poll();
			expect(poller.failed).toEqual([]);
			expect(poller.runs.flat()).toMatchObject([{ id: charge.id, previous_status: 'succeeded' }]);
		},
	);

	test('Row 14: the list of charges to refund shows what is left', async () => {
		const { simulator, call } = await speak(['refunds-keep-succeeded'], { charges: 0 });
		const charge = simulator.addCharge({ amount: 10, currency: 'sgd' });
		await call('/v1/refund', { payment_id: charge.id, amount: 4 });
		const { results } = await openList('searchRefundableCharges')(apiKeyOf(simulator), '');
		expect(results[0]?.name).toContain('6.00 of 10.00 SGD left');
	});
});

test.each([[[]], [['full-charge-detail']]] as const)(
	'Row 15: the fields of a single charge can be selected, and are empty where they are missing: %j',
	async (dialects) => {
		const { run, call, simulator } = await speak(dialects, { charges: 0 });
		const { id } = simulator.addCharge({ amount: 10 });
		await call('/v1/refund', { payment_id: id, amount: 4 });
		const outputFields = ['payment_method_code', 'refunds', 'target_type', 'webhook_logs'];
		const fields = { chargeId: id, output: 'selected', outputFields };
		const { items } = await run('charge', 'get', fields);
		expect(Object.keys(items[0]!.json)).toEqual(['id', ...outputFields]);
		const { payment_method_code: code, refunds, target_type } = items[0]!.json;
		expect([code, target_type, refunds]).toEqual(
			dialects.length === 0
				? [null, null, null]
				: [expect.any(String), 'payment_request', simulator.records.refunds],
		);
	},
);

test('Row 15: refunds that the charge lists tell two refunds apart, where their sum cannot', async () => {
	const { run, call, simulator } = await speak(['full-charge-detail'], { charges: 0 });
	const { id } = simulator.addCharge({ amount: 100 });
	// Somebody else refunds another amount just before the response is lost.
	simulator.fault({
		method: 'POST',
		path: '/v1/refund',
		cut: 'after',
		meanwhile: () => void call('/v1/refund', { payment_id: id, amount: 7 }),
	});
	const { items, error } = await run('refund', 'create', { paymentId: id, amount: 5 });
	expect(error).toBeUndefined();
	const made = simulator.records.refunds.find(({ amount_refunded }) => amount_refunded === 5)!;
	expect(items[0]?.json).toMatchObject({ id: made.id, recovered: true });
});

test.each([[[]], [['text-amounts']]] as const)(
	'Row 16: amounts are numbers in the simplified output, whatever the API returns: %j',
	async (dialects) => {
		const { run, call, simulator } = await speak(dialects, { charges: 0 });
		const output = 'simplified';
		simulator.addCharge({ amount: 12345.5 });
		const { id } = await call('/v1/payment-requests', { amount: 1234.5, currency: 'usd' });
		const charges = await run('charge', 'getAll', { ...all, output });
		const request = await run('paymentRequest', 'get', { paymentRequestId: id, output });
		expect(charges.items[0]!.json.amount).toBe(12345.5);
		expect(request.items[0]!.json.amount).toBe(1234.5);
	},
);

describe('Row 17: a 422 in the words of the framework is not found', () => {
	const cases = [
		['charge', 'get', { chargeId: UNKNOWN }],
		['refund', 'get', { refundId: UNKNOWN }],
		['paymentRequest', 'get', { paymentRequestId: UNKNOWN }],
		['paymentRequest', 'delete', { paymentRequestId: UNKNOWN }],
		['staticQr', 'get', { staticQrId: UNKNOWN }],
		['staticQr', 'update', { staticQrId: UNKNOWN, updateFields: { name: 'a' } }],
		['staticQr', 'delete', { staticQrId: UNKNOWN }],
		['location', 'delete', { locationId: UNKNOWN }],
	] as const;
	test.each(cases)('Row 17: %s: %s', async (resource, name, fields) => {
		const { run } = await speak(['not-found-422']);
		const { error } = await run(resource, name, fields);
		expect(error?.httpCode).toBe('404');
		expect(error?.description).toContain('Check the ID');
	});
});

test('Row 18: what was created is output, with a 200 and with a 201', async () => {
	for (const dialects of [[], ['post-200']] as const) {
		const { run, simulator } = await speak(dialects);
		const { error } = await run('paymentRequest', 'create', { amount: 1, currency: 'SGD' });
		expect(error).toBeUndefined();
		expect(simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	}
});

test('Row 19: parts that are missing in an address are named by their labels, and nothing is sent', async () => {
	const { run, simulator } = await speak();
	const parts = { line1: '1 Orchard Road', city: 'Singapore', country: 'SG', state: '' };
	const additionalFields = { address: { parts } };
	const fields = { amount: 1, currency: 'SGD', additionalFields };
	const { error } = await run('paymentRequest', 'create', fields);
	expect(error?.message).toBe("'Address' is not complete");
	expect(error?.description).toBe("Add 'State', 'Postal Code', or remove the address.");
	expect(simulator.requests).toEqual([]);
});

test.each(['5 minutes', '30 mins', '1 min', '2 hours', '7 days'])(
	"Row 20: 'Expires After' accepts %s",
	async (expiresAfter) => {
		const { run, sent } = await speak();
		const fields = { amount: 1, currency: 'SGD', additionalFields: { expiresAfter } };
		expect((await run('paymentRequest', 'create', fields)).error).toBeUndefined();
		expect(sent('POST')).toMatchObject([{ body: { expires_after: expiresAfter } }]);
	},
);

test('Row 21: the list to choose from payment requests searches what it shows itself', async () => {
	const { call, simulator } = await speak(['narrow-search']);
	const body = { amount: 1, currency: 'sgd', purpose: 'Two books', email: 'ann@example.com' };
	const { id } = await call('/v1/payment-requests', body);
	for (const words of ['books', 'ann@example.com', id]) {
		const list = openList('searchPaymentRequests');
		const { results, paginationToken } = await list(apiKeyOf(simulator), words);
		expect(results.map(({ value }) => value)).toEqual([id]);
		expect(paginationToken).toBeUndefined();
	}
});

test.each([apiKeyOf, oAuth2Of])(
	'Row 23: a platform key goes along with each kind of key, and only a creation has it: %p',
	async (ofUser) => {
		const { run, simulator } = await speak(['platform-key-with-api-key']);
		const [[type, data]] = Object.entries(ofUser(simulator)) as [[string, object]];
		const by = { credentials: { [type]: { ...data, platformKey: ' platform-1 ' } } };
		const created = { amount: 1, currency: 'SGD' };
		const { items } = await run('paymentRequest', 'create', created, by);
		const paymentRequestId = items[0]!.json.id as string;
		const updateFields = { amount: 2 };
		await run('paymentRequest', 'update', { paymentRequestId, updateFields }, by);
		await run('paymentRequest', 'delete', { paymentRequestId }, by);
		const withKey = simulator.requests.filter(({ headers }) => headers['x-platform-key']);
		expect(withKey).toMatchObject([
			{ method: 'POST', headers: { 'x-platform-key': 'platform-1' } },
		]);
	},
);

test.each([[[]], [['text-qr-code']]] as const)(
	'Row 24: the content of a QR code is read of an object and of a text: %j',
	async (dialects) => {
		const { run } = await speak(dialects);
		const { items, error } = await run('paymentRequest', 'create', {
			...{ amount: 1, currency: 'SGD', output: 'simplified', qrPicture: 'png' },
			additionalFields: { paymentMethods: ['paynow_online'] },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json.qr_code).toMatch(/^0002/);
		expect(items[0]?.binary?.data?.mimeType).toBe('image/png');
	},
);

test('Row 25: known payment methods are listed, and any other code is sent as entered', async () => {
	const { run, sent } = await speak(['other-method-codes']);
	const create = async (paymentMethods: string[] | string) =>
		await run('paymentRequest', 'create', {
			amount: 1,
			currency: 'SGD',
			additionalFields: { paymentMethods },
		});
	const { items } = await create(['wechat_pay', 'ifpay_qris']);
	expect(items[0]?.json.payment_methods).toEqual(['wechat_pay', 'ifpay_qris']);
	const { error } = await create('={{ ["brand_new_pay"] }}');
	expect(error?.message).toContain('Payment Methods');
	expect(sent('POST').at(-1)).toMatchObject({ body: { payment_methods: ['brand_new_pay'] } });
});

test('Row 35: a customer is created without a phone number, or the message names it', async () => {
	for (const name of ['create', 'upsert']) {
		const { run: create } = await speak();
		expect((await create('customer', name, { email: 'a@example.com' })).error).toBeUndefined();
		const { run, simulator } = await speak(['customer-phone']);
		const { error } = await run('customer', name, { email: 'a@example.com' });
		expect(error?.message).toBe("'Phone Number' is required.");
		const additionalFields = { phoneNumber: '91234567' };
		await run('customer', name, { email: 'a@example.com', additionalFields });
		expect(simulator.records.customers[0]).toMatchObject({ phone_number: '91234567' });
	}
});

test.each([[[]], [['no-invoice-get']]] as const)(
	'Row 36: one invoice is read, and an unknown one is not found, in the dialects %j',
	async (dialects) => {
		const { run } = await speak(dialects);
		const { items } = await run('invoice', 'create', {
			customerName: 'Ann Tan',
			customerEmail: 'ann@example.com',
			invoiceDate: '2026-03-01',
			amount: 1234.5,
			currency: 'SGD',
		});
		const { id: invoiceId } = items[0]!.json as { id: string };
		expect((await run('invoice', 'get', { invoiceId })).items[0]?.json).toEqual(items[0]!.json);
		const unknown = await run('invoice', 'send', { invoiceId: UNKNOWN });
		expect(unknown.error?.httpCode).toBe('404');
	},
);

test('Row 42: a picture has the QR code of any method that the account accepts', async () => {
	for (const dialects of [[], ['more-qr-methods']] as const) {
		const { run } = await speak(dialects);
		const { error, items } = await run('paymentRequest', 'create', {
			...{ amount: 5, currency: 'SGD', qrPicture: 'png', qrPaymentMethod: 'shopee_pay' },
		});
		expect(items).toHaveLength(dialects.length);
		if (dialects.length === 0) expect(error?.message).toContain('PayNow, QR Ph, UPI, QRIS only');
	}
});

test.each([[[]], [['executor-list']]] as const)(
	'Row 44: an executor, the payer of a fee and a paused subscription are output as they are: %j',
	async (dialects) => {
		const { run, simulator } = await speak(dialects, { charges: 0 });
		const executor = { id: 'staff-1', name: 'Ben Lim' };
		const { id: chargeId } = simulator.addCharge({ executor });
		const paused = Object.assign(simulator.addSubscription(), { status: 'paused' });
		const selected = { output: 'selected' };
		const outputs = [
			await run('charge', 'get', { chargeId, ...selected, outputFields: ['executor'] }),
			await run('transfer', 'get', {
				...{ transferId: simulator.records.transfers[0]!.id, ...selected },
				outputFields: ['fee_paid_by'],
			}),
			await run('subscription', 'get', {
				...{ subscriptionId: paused.id, ...selected, outputFields: ['status'] },
			}),
		];
		const [isList] = dialects;
		const email = 'staff-1@example.com';
		const list = [{ id: 'staff-1', display_name: 'Ben Lim', email }];
		expect(outputs.map(({ items }) => items[0]?.json)).toMatchObject([
			{ executor: isList ? list : executor },
			{ fee_paid_by: 'payer' },
			{ status: 'paused' },
		]);
	},
);

test.each([[[]], [['no-metadata-filter']]] as const)(
	'Row 45: payment requests are filtered by a pair of their metadata, with %j',
	async (dialects) => {
		const { run, call } = await speak(dialects, { charges: 0 });
		const create = async (metadata?: object) =>
			await call('/v1/payment-requests', { amount: 1, currency: 'sgd', metadata });
		const { id } = await create({ table: '7', shift: 'late' });
		await create({ table: '8', shift: 'late' });
		await create();
		const pairs = { name: 'table', value: '7' };
		const { items } = await run('paymentRequest', 'getAll', {
			...all,
			filters: { metadata: { pairs } },
		});
		expect(items.map(({ json }) => json.id)).toEqual([id]);
	},
);

test('Row 45: an empty pair, and one without a name, is not taken for all', async () => {
	const { run, simulator } = await speak([], { charges: 0 });
	for (const metadata of [{}, { pairs: {} }, { pairs: { name: '', value: '7' } }]) {
		const { error } = await run('paymentRequest', 'getAll', { ...all, filters: { metadata } });
		expect(error?.message).toBe("'Metadata' is empty");
	}
	expect(simulator.requests).toEqual([]);
});

test('Row 46: the further fields of a subscription can be selected', async () => {
	const { run, simulator } = await speak([], { charges: 0 });
	const more = { email_status: 'sent', sms_status: null, customer_phone_number: '+6591234567' };
	const one = simulator.addSubscription();
	Object.assign(one, more);
	const outputFields = Object.keys(more);
	const given = { subscriptionId: one.id, output: 'selected', outputFields };
	const { items } = await run('subscription', 'get', given);
	expect(items[0]!.json).toEqual({ id: one.id, ...more });
});

test('Row 47: an order is sent with the fields that the reference requires, whatever the user leaves out', async () => {
	const { run, simulator } = await speak([], { orders: 0 });
	const { items } = await run('order', 'create', { amount: 25.5, currency: 'SGD' });
	const [, { body } = {}] = simulator.requests.filter(({ path }) => path === '/v1/orders');
	expect(body).toEqual({ amount: 25.5, currency: 'SGD', channel: 'point_of_sale', version: '1.0' });
	expect(idsOf(items)).toEqual(idsOf(simulator.records.orders.map((json) => ({ json }))));
});

test('Row 48: a reader is named by the ID of its terminal, or by its own if it has no other', async () => {
	const { simulator } = await speak([]);
	const [first, second] = simulator.records.readers;
	Object.assign(second!, { data: undefined });
	const { results } = await openList('searchReaders')(apiKeyOf(simulator));
	expect(results.slice(0, 2).map(({ value }) => value)).toEqual([first!.data.id, second!.id]);
});

test('Row 49: a virtual account is read in `data` and on its own, and created without a body', async () => {
	const { run, simulator } = await speak([]);
	const { items } = await run('virtualAccount', 'create', {});
	const [account] = simulator.records.virtualAccounts;
	const virtualAccountId = account!.id;
	expect(simulator.requests.find(({ method }) => method === 'POST')!.rawBody).toMatch(/^({})?$/);
	const [path, plain] = [`/v1/virtual-accounts/${virtualAccountId}`, { ...account }];
	const inData = await run('virtualAccount', 'get', { virtualAccountId });
	simulator.fault({ path, status: 200, body: plain });
	const alone = await run('virtualAccount', 'get', { virtualAccountId });
	expect(inData.items).toEqual(items);
	expect(alone.items).toEqual(items);
});

test('Row 50: a beneficiary has the fields of the schema, with the value that it presets', async () => {
	const { run, simulator } = await speak([]);
	const chosen = {
		country: 'sg',
		currency: 'SGD',
		transferMethod: 'bank_transfer',
		holderType: 'company',
	};
	const { fields } = await getAccountFields.call(
		contextOf(apiKeyOf(simulator), undefined, undefined, chosen),
	);
	const preset = fields.filter(({ defaultValue }) => defaultValue !== undefined);
	expect(preset.map(({ id, required }) => [id, required])).toEqual([['transfer_type', true]]);
	const value = { transfer_type: 'local', bank_id: 'DBSSSGSG[7171]', account_number: '072987' };
	const details = { accountDetails: { mappingMode: 'defineBelow', value } };
	await run('beneficiary', 'create', { ...chosen, holderName: 'Ann Tan', ...details });
	expect(simulator.requests.at(-1)!.body).toMatchObject(value);
});

test('Row 51: a new transfer that shows no reference may be that of a lost response', async () => {
	const { run, simulator } = await speak(['no-transfer-reference'], { transfers: 0 });
	simulator.fault({ method: 'POST', cut: 'after' });
	const { id } = simulator.records.beneficiaries.find(({ currency }) => currency === 'sgd')!;
	const { error } = await run('transfer', 'create', {
		beneficiaryId: id,
		sourceCurrency: 'SGD',
		paymentAmount: 10,
	});
	expect(error!.message).toBe('Could not confirm whether 10.00 SGD was transferred');
	expect(error!.description).toContain(simulator.records.transfers[0]!.id);
});

test('Row 52: a product is a form with the places of lists in brackets, and an update keeps its flags', async () => {
	const { run, simulator } = await speak([], { products: 1 });
	const [product] = simulator.records.products;
	const categoryIds = [product!.id, product!.category_id[0]!];
	const given = { name: 'Shirt', price: 45, additionalFields: { categoryIds, publish: false } };
	const { items } = await run('product', 'create', given);
	expect(simulator.requests.at(-1)!.rawBody).toContain(
		`name="category_ids[1]"\r\n\r\n${categoryIds[1]}`,
	);
	const productId = items[0]!.json.id as string;
	await run('product', 'update', { productId, updateFields: { price: 40 } });
	expect(simulator.records.products[0]).toMatchObject({
		id: productId,
		price: 40,
		status: 'draft',
	});
});
