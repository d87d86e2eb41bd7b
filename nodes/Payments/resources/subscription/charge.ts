import { chargeOnce } from '../../handlers/once/charge/charge';
import { inCurrency } from '../../validation/rules';
import * as field from '../fields';
import { notice } from '../fields/notice';
import * as operation from '../operation';
import { chargeRecord } from './record';

export const charge = operation.other({
	name: 'Charge',
	value: 'charge',
	action: 'Charge a subscription',
	description: 'Take money from a customer by the saved payment method',
	method: 'POST',
	url: '/v1/charge/recurring-billing/{recurring_billing_id}',
	toolNeeds: 'limit',
	parameters: {
		recurring_billing_id: field.subscription(),
		amount: field.amount('How much to charge, in major units (12.50)'),
		currency: field.currency('The currency to charge in'),
	},
	previews: {
		would_charge: 0,
		customer_email: '',
		name: '',
		subscription_status: '',
	},
	below: [
		notice(
			"Each execution charges again, also one by hand: each input item takes money from a customer. Nothing is paid unless 'status' in the output is succeeded.",
		),
	],
	output: chargeRecord,
	rules: (schema) => schema.superRefine(inCurrency),
	handler: chargeOnce,
});
