import { amount, nested, unchanged, time, type RecordType } from '../../output/recordType';

/** A charge in a list (docs/interface.md, Charge). */
export const listedChargeRecord: RecordType = {
	fields: {
		id: unchanged,
		admin_fee: unchanged,
		amount,
		channel: unchanged,
		closed_at: time,
		created_at: time,
		currency: unchanged,
		customer_email: nested('customer', 'email'),
		customer_id: unchanged,
		customer_name: nested('customer', 'name'),
		customer_phone_number: nested('customer', 'phone_number'),
		discount_fee: amount,
		discount_fee_rate: unchanged,
		exchange_rate: unchanged,
		executor: unchanged,
		fixed_fee: amount,
		home_currency: unchanged,
		location_address: nested('location', 'address'),
		location_id: nested('location', 'id'),
		location_name: nested('location', 'name'),
		order_reference_number: unchanged,
		payment_method: nested('payment_method', 'name'),
		payment_method_details: nested('payment_method', 'data'),
		payment_request_id: unchanged,
		remark: unchanged,
		status: unchanged,
		updated_at: time,
		webhook_status: unchanged,
	},
	simplified: [
		'id',
		'amount',
		'currency',
		'status',
		'payment_method',
		'customer_name',
		'customer_email',
		'order_reference_number',
		'created_at',
	],
};

/** A single charge. Only here the Payments API returns the refunded amount. */
export const chargeRecord: RecordType = {
	...listedChargeRecord,
	fields: { ...listedChargeRecord.fields, amount_without_fees: amount, refunded_amount: amount },
	optionalFields: ['refunded_amount'],
};
