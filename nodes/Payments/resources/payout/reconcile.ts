import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { JOURNAL, reconcile as reconcileHandler } from '../../handlers/reconcile/reconcile';
import { unknownValue } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';

/** The value of 'Format' for lines. */
const LINES = 'lines';

const formatOptions: INodePropertyOptions[] = [
	{
		name: 'Journal Lines',
		value: JOURNAL,
		description: 'The sums as debits and credits with your account codes, for bookkeeping software',
	},
	{
		name: 'Lines',
		value: LINES,
		description: 'Each sale with its fee, each refund and all else, for a sheet',
	},
];

const ofJournal = <T>(parameter: field.Parameter<T>) =>
	field.shownFor({ format: [JOURNAL] }, parameter);

const account = (displayName: string, what: string, code: string) =>
	ofJournal(field.text(displayName, `The code or ID of the account for ${what}`, `e.g. ${code}`));

const taxCode = (displayName: string, what: string) => ({
	...field.optional(
		field.text(displayName, `The tax code of ${what}, if they have one`, 'e.g. OUTPUT'),
	),
	displayOptions: { show: { format: [JOURNAL] } },
});

/** An item of Lines, and the further fields of Journal Lines. */
const sampleRow = {
	line: '',
	gross: 1,
	fee: 1,
	net: 1,
	currency: '',
	check: '',
	date: '',
	description: '',
	charge_id: '',
	order_reference_number: '',
	customer_email: '',
	payment_method: '',
	payout_id: '',
};
const sampleEntry = {
	account_code: '',
	tax_code: '',
	debit: 1,
	credit: 1,
	amount: 1,
	difference: 1,
};

export const reconcile = operation.other({
	name: 'Reconcile',
	value: 'reconcile',
	action: 'Reconcile a payout',
	description: 'Compare a payout with its sales, fees and refunds, for a sheet or as a journal',
	method: 'GET',
	url: '/v1/payouts',
	parameters: {
		payout_id: field.payout('The payout to reconcile'),
		provider: field.provider(),
		days_before: {
			...field.integer(
				'Days Before Payout',
				'How many days before the payout its transactions may have been made. The Payments API cannot filter them by payout, so the node reads all of these days, and earlier ones back to the oldest charge.',
				1,
				3650,
			),
			default: 35,
		},
		format: field.choice(
			'Format',
			'The lines to return. The difference is never hidden in another line.',
			formatOptions,
			LINES,
		),
		bank_account: account(
			'Bank or Clearing Account',
			'the payout. Xero takes no bank account in a journal.',
			'620',
		),
		sales_account: account('Sales Account', 'sales before fees', '200'),
		sales_tax: taxCode('Sales Tax Code', 'sales and refunds'),
		fees_account: account('Fees Account', 'the fees of HitPay', '404'),
		fees_tax: taxCode('Fees Tax Code', 'fees'),
		refunds_account: account('Refunds Account', 'refunds, which may be that of sales', '200'),
		other_account: account('Other Account', 'adjustments, disputes and all else', '800'),
	},
	rules: (schema) => {
		const { payout_id, provider, days_before } = schema.shape;
		return z.discriminatedUnion(
			'format',
			[
				z.object({ payout_id, provider, days_before, format: z.literal(LINES) }),
				schema.extend({ format: z.literal(JOURNAL) }),
			],
			{ errorMap: () => ({ message: unknownValue(formatOptions) }) },
		);
	},
	sample: { ...sampleRow, ...sampleEntry },
	handler: reconcileHandler,
});
