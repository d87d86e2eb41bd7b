import type { INodeProperties } from 'n8n-workflow';

/** No amount is preset: nobody entered it, but it would be paid or refunded. */
const EMPTY = '';

/**
 * An amount in major units. The operation describes what it is for. The editor neither rounds nor limits what is
 * entered: the rules refuse it, with a message.
 */
export const amountField = {
	displayName: 'Amount',
	name: 'amount',
	type: 'number',
	default: EMPTY,
	placeholder: 'e.g. 12.50',
	routing: { send: { type: 'body', property: 'amount' } },
} satisfies INodeProperties;

/** A currency, selected from a list or entered. The operation describes what it is for. */
export const currencyField = {
	displayName: 'Currency',
	name: 'currency',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a currency...',
			typeOptions: { searchListMethod: 'searchCurrencies', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. SGD' },
	],
	routing: { send: { type: 'body', property: 'currency' } },
} satisfies INodeProperties;
