import type { Invoice } from '../../../simulator';
import { useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { invoiceBody, requester } from '../service';
import { useTriggers } from './trigger';

/*
 * Each event of a record of the account, from what makes it happen to what is output of it. Signed ones, and their
 * repetitions: testEvents.test.ts, test/explorer/events.test.ts.
 */

const simulator = useSimulator({ charges: 1 });
const call = requester(simulator);
const start = useTriggers();

const HOUR_MS = 60 * 60_000;
const al = { name: 'Al', email: 'al@mail.example', phone_number: '' };
const bo = { name: 'Bo', email: 'bo@mail.example' };

const invoiced = async () =>
	await call<Invoice>('/v1/invoices', { ...invoiceBody, customer: bo, reference: 'ORD-8' });

/** Adds a subscription of an hour ago. */
function subscribe() {
	const subscription = { customer_email: 'cy@mail.example', reference: 'ORD-9' };
	// In Singapore.
	const created_at = new Date(Date.now() + 7 * HOUR_MS).toISOString().slice(0, 19);
	return Object.assign(simulator.addSubscription(subscription), { created_at });
}

/** Each event of a record, what makes it happen, and what is output of the record. */
type Happen = () => { id: string } | Promise<{ id: string }>;
const happenings: Array<[event: string, happen: Happen, output: object]> = [
	[
		'charge.created',
		() => simulator.addCharge({ amount: 9, currency: 'sgd', status: 'succeeded', customer: al }),
		{ amount: 9, currency: 'sgd', status: 'succeeded', customer_email: 'al@mail.example' },
	],
	[
		'payout.created',
		() => simulator.addPayout({ amount: 7, reference: 'P-7' }),
		{ amount: 7, payment_id: null, reference_number: 'P-7' },
	],
	[
		'charge.failed',
		() => simulator.addCharge({ status: 'failed', amount: 5, currency: 'sgd' }),
		{ amount: 5, currency: 'sgd', status: 'failed' },
	],
	[
		'order.created',
		() => simulator.addOrder({ amount: 12, currency: 'SGD', customer: al }),
		{ amount: 12, currency: 'sgd', status: 'draft', customer_email: 'al@mail.example' },
	],
	[
		'order.updated',
		() => simulator.changeOrder(simulator.addOrder({ amount: 12 }).id, 'completed'),
		{ amount: 12, status: 'completed' },
	],
	[
		'invoice.created',
		invoiced,
		{
			amount: 100,
			currency: 'sgd',
			status: 'pending',
			reference_number: 'ORD-8',
			customer_name: 'Bo',
		},
	],
	[
		'invoice.updated',
		async () => simulator.changeInvoice((await invoiced()).id, 'paid'),
		{ amount: 100, status: 'paid', customer_email: 'bo@mail.example' },
	],
	[
		'transfer.created',
		() => simulator.addTransfer({ payment_amount: 99.5, payment_currency: 'myr' }),
		{ amount: 99.5, currency: 'myr', status: 'scheduled' },
	],
	['transfer.scheduled', () => simulator.addTransfer(), { status: 'scheduled' }],
	...(['processing', 'paid', 'failed', 'canceled'] as const).map(
		(status): (typeof happenings)[number] => [
			`transfer.${status}`,
			() => simulator.changeTransfer(simulator.addTransfer({ reference: 'T-1' }).id, status),
			{ status, reference_number: 'T-1' },
		],
	),
	[
		'transfer.updated',
		() => simulator.changeTransfer(simulator.addTransfer().id, 'processing'),
		{ status: 'processing' },
	],
	[
		'recurring_billing.method_attached',
		() => simulator.attachMethod(subscribe().id),
		{ status: 'active', customer_email: 'cy@mail.example', reference_number: 'ORD-9' },
	],
	[
		'recurring_billing.method_detached',
		() => simulator.detachMethod(subscribe().id),
		{ status: 'inactive' },
	],
	[
		'recurring_billing.subscription_updated',
		async () => {
			const { id } = subscribe();
			await call(`/v1/recurring-billing/${id}`, { name: 'Gym', amount: 30 }, 'PUT');
			return { id };
		},
		{ amount: 30, customer_name: null },
	],
];
const idName: Record<string, string> = {
	charge: 'payment_id',
	invoice: 'invoice_id',
	order: 'order_id',
	payout: 'payout_id',
	recurring_billing: 'recurring_billing_id',
	transfer: 'transfer_id',
};

test.each(happenings)('%s', async (name, happen, output) => {
	const parameters = { mode: 'account', events: [name], output: 'simplified' };
	const trigger = await start({ credentials: apiKeyOf(simulator), parameters });
	await trigger.publish();
	expect(simulator.webhookEndpoints[0]!.event_types).toEqual([name]);
	const { id } = await happen();
	await simulator.idle();
	expect(simulator.deliveries.map(({ status }) => status)).toEqual([200]);
	await trigger.unpublish();
	const [object = ''] = name.split('.');
	expect(trigger.started).toMatchObject([{ event: name, [idName[object]!]: id, ...output }]);
	expect(Object.keys(trigger.started[0]!).length).toBeLessThanOrEqual(12);
	for (const other of ['refund_id', 'payload'])
		expect(trigger.started[0]).not.toHaveProperty(other);
});
