import { amount, same, time, type RecordType } from '../../shared/output';

/** docs/interface.md, Payout. */
export const payoutRecord: RecordType = {
	fields: {
		id: same,
		amount,
		arrival_date: same,
		bank_account: same,
		bank_name: same,
		created_at: time,
		currency: same,
		failure_code: same,
		failure_message: same,
		reference: same,
		remark: same,
		source_amount: amount,
		source_currency: same,
		status: same,
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
