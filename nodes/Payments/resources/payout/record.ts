import { amount, unchanged, time, recordType } from '../../output/recordType';

/** docs/interface.md, Payout. */
export const payoutRecord = recordType(
	{
		id: unchanged,
		amount,
		currency: unchanged,
		status: unchanged,
		arrival_date: unchanged,
		bank_account: unchanged,
		reference: unchanged,
		failure_message: unchanged,
		created_at: time,
	},
	{
		bank_name: unchanged,
		failure_code: unchanged,
		remark: unchanged,
		source_amount: amount,
		source_currency: unchanged,
		updated_at: time,
	},
);
