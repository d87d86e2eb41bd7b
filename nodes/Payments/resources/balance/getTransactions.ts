import { cursorPages } from '../../handlers/lists/list';
import * as field from '../fields';
import * as operation from '../operation';
import { transactionRecord } from './record';

/** A transaction has the ID of its payout, but no source has a filter by it (docs/interface.md). */
const byPayout = {
	name: 'payout_id',
	accepts: (wanted: unknown) => {
		const payoutId = String(wanted).toLowerCase();
		return ({ payout_id: of }: { payout_id?: unknown }) => String(of).toLowerCase() === payoutId;
	},
};

export const getTransactions = operation.getMany({
	name: 'Get Transactions',
	value: 'getTransactions',
	action: 'Get transactions of a balance',
	description: 'Retrieve the debits and credits at a provider, such as those of a payout',
	url: '/v1/balances/{provider}/transactions',
	parameters: { provider: field.provider() },
	output: transactionRecord,
	outputTexts: { fields: 'The fields to return' },
	days: field.created({ from: 'created_at_from', to: 'created_at_to' }, 'transactions of'),
	filters: {
		payout_id: field.payout(
			"Only transactions of this payout. The Payments API cannot filter by it, so all transactions are read: 'Created' or 'Created From' makes that faster.",
		),
	},
	handler: (rules, fields, type) => cursorPages(rules, fields, type, undefined, [byPayout]),
});
