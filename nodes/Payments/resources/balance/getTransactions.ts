import type { INodeProperties } from 'n8n-workflow';

import { cursorPages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { hints } from '../../shared/messages/parameters';
import { day, filterRules, id, inOrder, uuid } from '../../validation/rules';
import { filters } from '../fields/collections';
import { DAY_EXPRESSION, dayField } from '../fields/day';
import { scopeNotice } from '../fields/notice';
import { locator } from '../fields/resourceLocator';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { transactionRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	{
		...locator({
			displayName: 'Provider',
			name: 'provider',
			placeholder: 'Select a provider...',
			searchListMethod: 'searchProviders',
			entered: { displayName: 'By Name', placeholder: 'e.g. adyen' },
		}),
		required: true,
		description: 'The payment provider that holds the balance',
		routing: { send: { type: 'query', property: 'provider' } },
	},
	...pagingFields,
	...outputFields(transactionRecord, { fields: 'The fields to return' }),
	filters([
		{
			...dayField,
			displayName: 'Created From',
			name: 'createdFrom',
			description: `Only transactions of this day or later. ${DAY_EXPRESSION} The time of day is ignored.`,
			routing: { send: { type: 'query', property: 'created_at_from' } },
		},
		{
			...dayField,
			displayName: 'Created To',
			name: 'createdTo',
			description: 'Only transactions of this day or earlier. The time of day is ignored.',
			routing: { send: { type: 'query', property: 'created_at_to' } },
		},
		{
			...locator({
				displayName: 'Payout',
				name: 'payoutId',
				placeholder: 'Select a payout...',
				searchListMethod: 'searchPayouts',
			}),
			description:
				"Only transactions of this payout. The Payments API cannot filter by it, so all transactions are read: 'Created From' makes that faster.",
			routing: { send: { type: 'query', property: 'payout_id' } },
		},
	]),
];

const rules = filterRules({
	created_at_from: day(),
	created_at_to: day(),
	payout_id: uuid(hints.payoutId),
})
	.extend({ provider: id(hints.provider) })
	.superRefine(inOrder({ from: 'created_at_from', to: 'created_at_to', label: 'Created From' }));

/** A transaction has the ID of its payout, but no source has a filter by it (docs/interface.md). */
const byPayout = {
	name: 'payout_id',
	accepts: (wanted: unknown) => {
		const payoutId = String(wanted).toLowerCase();
		return ({ payout_id: of }: { payout_id?: unknown }) => String(of).toLowerCase() === payoutId;
	},
};

export const getTransactions: Operation = {
	option: {
		name: 'Get Transactions',
		value: 'getTransactions',
		action: 'Get transactions of a balance',
		description: 'Retrieve the debits and credits at a provider, such as those of a payout',
		routing: {
			request: { method: 'GET', url: '/v1/balances/{provider}/transactions' },
			operations: {
				pagination: cursorPages(rules, fields, transactionRecord, undefined, byPayout),
			},
		},
	},
	fields,
};
