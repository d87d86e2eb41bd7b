import type { INodePropertyOptions } from 'n8n-workflow';

import { text } from '../../validation/rules';
import * as field from '../fields';
import { notice } from '../fields/notice';
import * as operation from '../operation';
import { accountDetails } from './accountDetails';
import { beneficiaryRecord } from './record';

/** The maximum length of a name (docs/interface.md, POST /v1/beneficiaries). */
const MAX_LENGTH = 255;

/** docs/interface.md, POST /v1/beneficiaries/schema. */
const countryOptions: INodePropertyOptions[] = [
	{ name: 'Australia', value: 'au' },
	{ name: 'Bangladesh', value: 'bd' },
	{ name: 'Malaysia', value: 'my' },
	{ name: 'Philippines', value: 'ph' },
	{ name: 'Singapore', value: 'sg' },
	{ name: 'Vietnam', value: 'vn' },
];

/** docs/interface.md, POST /v1/beneficiaries. */
const methodOptions: INodePropertyOptions[] = [
	{ name: 'Bank Transfer', value: 'bank_transfer' },
	{ name: 'BKash', value: 'bkash', description: 'Bangladesh only' },
	{ name: 'TAP', value: 'tap', description: 'Bangladesh only' },
	{ name: 'Upay', value: 'upay', description: 'Bangladesh only' },
];

const holderOptions: INodePropertyOptions[] = [
	{ name: 'Company', value: 'company' },
	{ name: 'Individual', value: 'individual' },
];

export const create = operation.create({
	action: 'Create a beneficiary',
	description: 'Add who receives transfers, such as a supplier, with the account that they go to',
	url: '/v1/beneficiaries',
	toolNeeds: 'permission',
	parameters: {
		country: field.choice('Country', 'The country of the account', countryOptions, 'sg'),
		currency: field.currency('The currency of the account'),
		transfer_method: field.choice(
			'Transfer Method',
			'How the money gets to the account',
			methodOptions,
			'bank_transfer',
		),
		holder_type: field.choice(
			'Holder Type',
			'Who holds the account: a person or a company',
			holderOptions,
			'individual',
		),
		holder_name: field.text(
			'Holder Name',
			'The name of the account holder, as the bank knows it',
			'e.g. Golden Mill Pte Ltd',
			{ rule: text(MAX_LENGTH) },
		),
		accountDetails,
	},
	below: [
		notice(
			'Check the account number: transfers go to this account, and it cannot be changed later. Each execution creates another beneficiary.',
		),
	],
	output: beneficiaryRecord,
	rules: (schema) =>
		schema.transform(({ accountDetails: details, ...rest }) => ({
			...details,
			...rest,
			currency: rest.currency.toLowerCase(),
		})),
});
