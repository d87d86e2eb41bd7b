import { amount, unchanged, time, timeInUtc, type RecordType } from '../../output/recordType';

/** docs/interface.md, Refund. */
export const refundRecord: RecordType = {
	fields: {
		id: unchanged,
		amount_refunded: amount,
		created_at: time,
		currency: unchanged,
		payment_id: unchanged,
		payment_method: unchanged,
		provider_fee: amount,
		provider_fee_currency: unchanged,
		refunded_at: timeInUtc,
		refunded_by: unchanged,
		status: unchanged,
		total_amount: amount,
	},
	simplified: [
		'id',
		'payment_id',
		'amount_refunded',
		'total_amount',
		'currency',
		'status',
		'payment_method',
		'refunded_at',
	],
};
