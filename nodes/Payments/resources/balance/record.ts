import { amount, time, unchanged, recordType } from '../../output/recordType';
import { entriesOf } from '../../shared/record';

/** docs/interface.md, Balance: a row for each wallet. A missing wallet is not an empty one, and has no row. */
export const balanceRecord = recordType(
	{
		currency: unchanged,
		wallet: unchanged,
		amount,
	},
	{},
	{
		keys: ['currency', 'wallet'],
		rows: ({ currency, wallets }) => {
			if (typeof currency !== 'string') return undefined;
			return entriesOf(wallets)
				?.filter(([, value]) => value !== null)
				.map(([wallet, value]) => ({ currency, wallet, amount: value }));
		},
	},
);

/** docs/interface.md, Transaction of a balance. */
export const transactionRecord = recordType(
	{
		datetime: time,
		description: unchanged,
		debit: amount,
		credit: amount,
		currency: unchanged,
		charge_id: unchanged,
		order_id: unchanged,
		payout_id: unchanged,
		transfer_id: unchanged,
	},
	{},
	{
		keys: [],
	},
);
