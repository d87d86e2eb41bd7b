import { amount, unchanged, time, type RecordType } from '../../output/recordType';

/** docs/interface.md, Payout. */
export const payoutRecord: RecordType = {
	fields: {
		id: unchanged,
		amount,
		arrival_date: unchanged,
		bank_account: unchanged,
		bank_name: unchanged,
		created_at: time,
		currency: unchanged,
		failure_code: unchanged,
		failure_message: unchanged,
		reference: unchanged,
		remark: unchanged,
		source_amount: amount,
		source_currency: unchanged,
		status: unchanged,
		updated_at: time,
	},
	simplified: [
		'id',
		'amount',
		'currency',
		'status',
		'arrival_date',
		'bank_account',
		'reference',
		'failure_message',
		'created_at',
	],
};
