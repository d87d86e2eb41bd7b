import { amount, unchanged, time, timeInUtc, recordType } from '../../output/recordType';

/** docs/interface.md, Refund. */
export const refundRecord = recordType(
	{
		id: unchanged,
		payment_id: unchanged,
		amount_refunded: amount,
		total_amount: amount,
		currency: unchanged,
		status: unchanged,
		payment_method: unchanged,
		refunded_at: timeInUtc,
	},
	{
		created_at: time,
		provider_fee: amount,
		provider_fee_currency: unchanged,
		refunded_by: unchanged,
	},
);
