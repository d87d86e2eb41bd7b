import type { INodeProperties } from 'n8n-workflow';

import { locator } from './resourceLocator';

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
	...locator({
		displayName: 'Currency',
		name: 'currency',
		placeholder: 'Select a currency...',
		searchListMethod: 'searchCurrencies',
		entered: { displayName: 'By ID', placeholder: 'e.g. SGD' },
	}),
	routing: { send: { type: 'body', property: 'currency' } },
} satisfies INodeProperties;
