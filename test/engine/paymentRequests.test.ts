import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { apiKeyOf, oAuth2Of, operation, runPayments } from './run';

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

test('Create sends the parts of the address that are not empty, and the metadata', async () => {
	const address = { line1: '1 Orchard Road', city: 'Singapore', state: 'Singapore' };
	const rest = { country: 'SG', postal_code: '238801' };
	await created({
		additionalFields: {
			address: { parts: { ...address, line2: '', ...rest } },
			metadata: { pairs: [{ name: 'order', value: 1042 }] },
		},
	});
	const sentAddress = { ...address, ...rest };
	expect(sent().body).toMatchObject({ metadata: { order: '1042' } });
	expect((sent().body as IDataObject).address).toEqual(sentAddress);
});

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
