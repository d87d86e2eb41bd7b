import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { apiKeyOf, operation, runPayments } from '../run';

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

test('Delete keeps the payment link of a published trigger, and names its workflow', async () => {
	const reference_number = 'Yoga (n8n:workflow:node:0123456789ab)';
	const { id } = await created({ additionalFields: { referenceNumber: reference_number } });
	const deletion = { operation: 'delete', paymentRequestId: id };
	const { error } = await run(deletion);
	expect(error?.message).toBe(
		"This is the payment link of a Payments Trigger, in the workflow 'Yoga'",
	);
	expect(simulator.requests.some(({ method }) => method === 'DELETE')).toBe(false);
});

test.each<[string, string, 'pending' | 'expired']>([
	['a test run', 'Yoga (n8n:workflow:node:0123456789ab:test)', 'pending'],
	['a trigger that can no longer be paid', 'Yoga (n8n:workflow:node:0123456789ab)', 'expired'],
])('Delete removes the payment link of %s: no customer pays with it', async (_, mark, status) => {
	const { id } = await created({ additionalFields: { referenceNumber: mark } });
	simulator.records.paymentRequests.find((one) => one.id === id)!.status = status;
	const { items } = await succeeded(run({ operation: 'delete', paymentRequestId: id }));
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id }]);
});
