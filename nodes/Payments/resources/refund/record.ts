import {
	amount,
	unchanged,
	time,
	timeInUtc,
	recordType,
	type RecordType,
} from '../../output/recordType';

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

/** A refund in its charge, which some sources show with another name of the amount (docs/dialects.md, row 15). */
export const listedRefundRecord: RecordType = {
	...refundRecord,
	fields: {
		...refundRecord.fields,
		amount_refunded: (record) =>
			amount(record, record.amount_refunded === undefined ? 'amount' : 'amount_refunded'),
	},
	listedIn: 'refunds',
};
