import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ready, useExamples } from '../everyOperation';
import { succeeded } from '../outcomes';
import { operation, runnerOf } from '../run';
import { requester } from '../service';

const simulator = useExamples();
const run = runnerOf(simulator);

const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
const CHARGE = '9f1c7c7e-2f5b-4a0e-9d52-0242ac120002';
const LONG = 'x'.repeat(255);

/** Fields as they are entered, and as they are sent. */
type Fields = [INodeParameters, IDataObject];

const address = { street: '1 A', city: 'B', state: 'C', postal_code: '1', country: 'SG' };
const [enteredCustomer, sentCustomer]: Fields = [
	{
		...{ address: { parts: address }, birthDate: '1990-05-17T00:00:00', gender: ' female ' },
		...{ name: 'Ann Tan', phoneCountryCode: 65, phoneNumber: 91234567, remark: LONG },
	},
	{
		...{ address, birth_date: '1990-05-17', gender: 'female', name: 'Ann Tan', remark: LONG },
		...{ phone_number: '91234567', phone_number_country_code: '65' },
	},
];

const [enteredCycle, sentCycle]: Fields = [
	{ cycle: 'custom', cycleRepeat: 2, cycleFrequency: 'week' },
	{ cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' },
];

const [enteredSubscription, sentSubscription]: Fields = [
	{
		...{ customerName: 'Ann Tan', description: 'All classes', paymentMethods: ['card', 'giro'] },
		...{ redirectUrl: 'https://www.example.com/a?b=c', reference: 2026, sendEmail: true },
	},
	{
		...{ customer_name: 'Ann Tan', description: 'All classes', payment_methods: ['card', 'giro'] },
		...{ redirect_url: 'https://www.example.com/a?b=c', reference: '2026', send_email: 'true' },
	},
];
const [enteredNew, sentNew]: Fields = [
	{ timesToBeCharged: 12, webhook: 'https://n8n.example.com/webhook/payments' },
	{ times_to_be_charged: 12, webhook: 'https://n8n.example.com/webhook/payments' },
];

/** The parameters of all kinds of subscriptions: if an expression selects the kind, n8n sends each of them. */
const ofAnyKind: INodeParameters = {
	...{ planId: ID, name: 'Gym', amount: 49, currency: 'SGD', cycle: 'monthly' },
	...{ customerEmail: 'ann@example.com', startDate: '2099-01-01', additionalFields: {} },
};
const sentTerms = { name: 'Gym', amount: 49, currency: 'SGD' };
const sentStart = { customer_email: 'ann@example.com', start_date: '2099-01-01' };
const sentSave = { save_payment_method: 'true', save_card: 'true' };

test.each<[string, ...Fields]>([
	[
		'Customer: Update',
		{ updateFields: { email: 'ann@example.com', ...enteredCustomer } },
		{ email: 'ann@example.com', ...sentCustomer },
	],
	[
		'Plan: Create, of a cycle that is not Custom',
		{ name: 'Gym', amount: 20, ...enteredCycle, cycle: '={{ "yearly" }}', additionalFields: {} },
		{ name: 'Gym', amount: 20, cycle: 'yearly' },
	],
	[
		'Refund: Create',
		{
			...{ paymentId: CHARGE, refundKind: 'part', amount: 0.5, notify: 'url' },
			notifyUrl: 'https://n8n.example.com/webhook/refunds',
			additionalFields: { email: 'ann@example.com', sendEmail: '={{ "false" }}' },
		},
		{
			...{ payment_id: CHARGE, amount: 0.5, email: 'ann@example.com', send_email: 'false' },
			webhook: 'https://n8n.example.com/webhook/refunds',
		},
	],
	[
		'Subscription: Create, of a plan',
		{ ...ofAnyKind, kind: 'plan', additionalFields: { ...enteredSubscription, ...enteredNew } },
		{ plan_id: ID, ...sentStart, ...sentSubscription, ...sentNew },
	],
	[
		'Subscription: Create, of terms of its own',
		{ ...ofAnyKind, kind: 'terms', ...enteredCycle },
		{ ...sentTerms, ...sentCycle, ...sentStart },
	],
	[
		'Subscription: Create, to save a payment method',
		{
			...{ ...ofAnyKind, kind: 'save' },
			additionalFields: { startDateMethod: 'no_initial_charge' },
		},
		{
			...{ ...sentTerms, customer_email: 'ann@example.com' },
			...{ start_date_method: 'no_initial_charge', ...sentSave },
		},
	],
	[
		'Subscription: Create, of terms that an expression selects',
		{ ...ofAnyKind, kind: "={{ 'terms' }}" },
		{ ...sentTerms, cycle: 'monthly', ...sentStart },
	],
	[
		'Subscription: Create, to save a payment method that an expression selects',
		{ ...ofAnyKind, kind: "={{ 'save' }}", additionalFields: { timesToBeCharged: 12 } },
		{ ...sentTerms, customer_email: 'ann@example.com', ...sentSave },
	],
])('%s sends every field under the name of the API', async (title, fields, body) => {
	const [name = ''] = title.split(', ');
	simulator.records.plans.push({ ...simulator.records.plans[0]!, id: ID });
	simulator.records.locations[0]!.id = ID;
	simulator.addCharge({ id: CHARGE });
	const { parameters, items } = await ready(simulator, name, fields);
	await succeeded(run(parameters, { items }));
	expect(simulator.requests.at(-1)!.body).toEqual(body);
});

test('one part of a custom cycle can be changed alone: the plan has the other one', async () => {
	const plan = { ...{ name: 'Gym', amount: 20 }, ...sentCycle };
	const { id } = await requester(simulator)('/v1/subscription-plan', plan);
	const updateFields = { cycleRepeat: 3 };
	await succeeded(run(operation('plan', 'update', { planId: id, updateFields })));
	expect(simulator.records.plans[0]).toMatchObject({ ...plan, cycle_repeat: 3 });
});
