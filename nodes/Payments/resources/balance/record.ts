import { amount, time, unchanged, type RecordType } from '../../output/recordType';
import { entriesOf } from '../../shared/record';

/** docs/interface.md, Balance: a row of each wallet. A wallet that is missing is no empty one, and has no row. */
export const balanceRecord: RecordType = {
	keys: ['currency', 'wallet'],
	fields: { amount, currency: unchanged, wallet: unchanged },
	simplified: ['currency', 'wallet', 'amount'],
	rows: ({ currency, wallets }) => {
		if (typeof currency !== 'string') return undefined;
		return entriesOf(wallets)
			?.filter(([, value]) => value !== null)
			.map(([wallet, value]) => ({ currency, wallet, amount: value }));
	},
};

/** docs/interface.md, Transaction of a balance. */
export const transactionRecord: RecordType = {
	keys: [],
	fields: {
		charge_id: unchanged,
		credit: amount,
		currency: unchanged,
		datetime: time,
		debit: amount,
		description: unchanged,
		order_id: unchanged,
		payout_id: unchanged,
		transfer_id: unchanged,
	},
	simplified: [
		'datetime',
		'description',
		'debit',
		'credit',
		'currency',
		'charge_id',
		'order_id',
		'payout_id',
		'transfer_id',
	],
};
