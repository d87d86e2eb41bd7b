import type { Invoice, Subscription } from '../../simulator';
import { answered, call, get, post, receive, recordsOf, useFreshSimulator } from './helpers';

const simulator = useFreshSimulator();

const saved = { customer_email: 'ann@mail.example', save_payment_method: 'true' };

const open = (url: string) => get(simulator, url, { key: false });
const submit = (url: string | null, form: Record<string, string>) =>
	call(simulator, 'POST', new URL(url!).pathname, { key: false, form });

async function endpointFor(...event_types: string[]) {
	const receiver = await receive();
	await post(simulator, '/v1/webhook-events', { name: 'n8n', url: receiver.url, event_types });
	return async () => {
		await simulator.idle();
		return receiver.got.map(({ headers }) => headers['hitpay-event-type']);
	};
}

describe('the page of a subscription', () => {
	const create = async (change: object = {}) => {
		const body = { ...saved, ...change };
		return (await post<Subscription>(simulator, '/v1/recurring-billing', body)).json;
	};
	const stateOf = async ({ id }: Subscription) => {
		const { json } = await get<Subscription>(simulator, `/v1/recurring-billing/${id}`);
		return [json.status, json.payment_provider_charge_method];
	};

	test('shows its terms, and the methods that can be saved', async () => {
		const terms = { name: 'Tea & more', cycle: 'monthly', amount: 49, start_date: '2099-01-01' };
		const one = await create({ ...terms, save_payment_method: undefined, currency: 'sgd' });
		const { text } = await answered(200, open(one.url));
		expect(text).toContain('<dd>Tea &amp; more</dd>');
		expect(text).toContain('<dd>SGD 49.00, monthly</dd>');
		expect(text).toMatch(/<legend>Save a payment method<\/legend>.* value="card"/);
		expect(text).toContain('value="save">Save</button>');
	});

	test('Save attaches the method, sends the event, and thanks or leads to the shop', async () => {
		const events = await endpointFor('recurring_billing.method_attached');
		const one = await create({ payment_methods: ['card', 'giro'] });
		expect(await stateOf(one)).toEqual(['scheduled', null]);
		const { headers } = await answered(303, submit(one.url, { outcome: 'save', method: 'giro' }));
		expect(await stateOf(one)).toEqual(['active', 'giro']);
		expect((await open(String(headers.location))).text).toContain('<h1>Thank you</h1>');
		const other = await create({ redirect_url: 'https://shop.example/thanks' });
		const sent = await submit(other.url, { outcome: 'save', method: 'card' });
		expect(sent.headers.location).toBe('https://shop.example/thanks');
		expect(await events()).toEqual(['method_attached', 'method_attached']);
	});

	test('Remove detaches the method, and sends the event', async () => {
		const events = await endpointFor('recurring_billing.method_detached');
		const one = simulator.addSubscription();
		expect((await open(one.url)).text).toMatch(/<dd>card<\/dd>(.|\n)*value="remove">Remove</);
		await answered(303, submit(one.url, { outcome: 'remove' }));
		expect(await stateOf(one)).toEqual(['inactive', null]);
		expect(await events()).toEqual(['method_detached']);
	});

	test('is gone for a canceled subscription', async () => {
		const one = await create();
		await call(simulator, 'DELETE', `/v1/recurring-billing/${one.id}`);
		await answered(410, open(one.url));
		await answered(410, submit(one.url, { outcome: 'save', method: 'card' }));
	});
});

describe('the page of an invoice', () => {
	test('shows the amount and the number in a form without JavaScript', async () => {
		const one = simulator.addInvoice({ memo: '<b>Tea</b>' });
		const { text } = await answered(200, open(one.url));
		expect(text).toContain('<dd>SGD 10.00</dd>');
		expect(text).toContain(`<dd>${one.invoice_number}</dd>`);
		expect(text).toContain('&lt;b&gt;Tea&lt;/b&gt;');
		expect(text).toContain('value="pay">Pay</button>');
		expect(text).not.toContain('<script');
	});

	test('Pay adds a charge and makes the invoice paid, once, with its events', async () => {
		const events = await endpointFor('charge.created', 'invoice.updated');
		const one = simulator.addInvoice();
		const form = { outcome: 'pay', method: 'paynow_online' };
		const { headers } = await answered(303, submit(one.url, form));
		await answered(303, submit(one.url, form));
		const { json } = await get<Invoice>(simulator, `/v1/invoices/${one.id}`);
		expect(json.status).toBe('paid');
		const [first, second] = simulator.records.charges;
		expect(first).toMatchObject({
			...{ amount: 10, currency: 'sgd', status: 'succeeded' },
			order_reference_number: one.invoice_number,
			...{ customer: { email: one.customer_email }, payment_method: { name: 'paynow_online' } },
		});
		expect(second!.order_reference_number).not.toBe(one.invoice_number);
		expect((await open(String(headers.location))).text).toContain('<h1>Thank you</h1>');
		expect((await events()).sort()).toEqual(['created', 'updated']);
	});

	test('Fail adds a failed charge, and the invoice can still be paid', async () => {
		const one = simulator.addInvoice();
		const { headers } = await submit(one.url, { outcome: 'fail', method: 'card' });
		expect(simulator.records.charges[0]).toMatchObject({ status: 'failed', amount: 10 });
		expect(simulator.records.invoices[0]!.status).toBe('pending');
		expect((await open(String(headers.location))).text).toMatch(/role="alert">The payment did not/);
	});
});

describe('the screen of a reader', () => {
	const terminal = () => simulator.records.readers[0]!.data.id;
	const ask = async (wifi_terminal_id = terminal()) =>
		await post<{ id: string }>(simulator, '/v1/payment-requests', {
			...{ amount: 8.5, currency: 'sgd', payment_methods: ['wifi_card_reader'] },
			wifi_terminal_id,
		});

	test('shows the payment request that names it, until the customer taps a card', async () => {
		const screen = `${simulator.url}/readers/${terminal()}`;
		await answered(410, submit(screen, { outcome: 'pay' }));
		const { json } = await ask();
		await answered(303, submit(screen, { outcome: 'fail' }));
		expect((await open(screen)).text).toContain('The payment did not go through.');
		await answered(303, submit(screen, { outcome: 'pay' }));
		const { json: paid } = await get<{ status: string }>(
			simulator,
			`/v1/payment-requests/${json.id}`,
		);
		expect(paid.status).toBe('completed');
		expect((await open(screen)).text).toContain('asks for no payment');
	});

	test('is that of one of the readers that are listed, page by page', async () => {
		const pages = ['page=1&limit=2', 'page=2&limit=2'].map(async (query) => {
			const { json } = await get<{ data: unknown[] }>(simulator, `/v1/readers?${query}`);
			return json.data;
		});
		expect(await Promise.all(pages)).toEqual([
			simulator.records.readers.slice(0, 2),
			simulator.records.readers.slice(2),
		]);
	});

	test('a reader that the business lacks is refused', async () => {
		expect((await ask('tmr_0')).status).toBe(422);
		await answered(404, open('/readers/tmr_0'));
	});
});

test.each([
	['a payment request', '/v1/payment-requests', { amount: 10, currency: 'SGD' }],
	['a subscription', '/v1/recurring-billing', saved],
	['an invoice', '/v1/invoices', undefined],
])('the page of %s refuses other methods and outcomes', async (_, path, body) => {
	const { url } = body
		? (await post<{ url: string }>(simulator, path, body)).json
		: simulator.addInvoice();
	const before = structuredClone(recordsOf(simulator, path));
	for (const form of [
		{ outcome: 'pay', method: 'alipay' },
		{ outcome: 'save', method: 'alipay' },
		{ outcome: 'steal', method: 'card' },
		{ outcome: '', method: 'card' },
	]) {
		const { text } = await answered(400, submit(url, form));
		expect(text).toContain('role="alert"');
	}
	expect(recordsOf(simulator, path)).toEqual(before);
});

test.each(['/checkout/nope', '/recurring-plan/nope', '/invoices/nope'])(
	'there is no page %s',
	async (path) => {
		await answered(404, open(path));
		await answered(404, submit(simulator.url + path, { outcome: 'pay', method: 'card' }));
	},
);
