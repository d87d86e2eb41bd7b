import { amount, same, time, timeInUtc, type RecordType } from '../../shared/output';

/** docs/interface.md, Refund. */
export const refundRecord: RecordType = {
	fields: {
		id: same,
		amount_refunded: amount,
		created_at: time,
		currency: same,
		payment_id: same,
		payment_method: same,
		provider_fee: amount,
		provider_fee_currency: same,
		refunded_at: timeInUtc,
		refunded_by: same,
		status: same,
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
