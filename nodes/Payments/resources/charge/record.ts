import { amount, part, same, time, type RecordType } from '../../shared/output';

/** A charge in a list (docs/interface.md, Charge). */
export const listedChargeRecord: RecordType = {
	fields: {
		id: same,
		admin_fee: same,
		amount,
		channel: same,
		closed_at: time,
		created_at: time,
		currency: same,
		customer_email: part('customer', 'email'),
		customer_id: same,
		customer_name: part('customer', 'name'),
		customer_phone_number: part('customer', 'phone_number'),
		discount_fee: amount,
		discount_fee_rate: same,
		exchange_rate: same,
		executor: same,
		fixed_fee: amount,
		home_currency: same,
		location_address: part('location', 'address'),
		location_id: part('location', 'id'),
		location_name: part('location', 'name'),
		order_reference_number: same,
		payment_method: part('payment_method', 'name'),
		payment_method_details: part('payment_method', 'data'),
		payment_request_id: same,
		remark: same,
		status: same,
		updated_at: time,
		webhook_status: same,
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

/** A charge that is got by its ID: of such a one only the service says what was refunded. */
export const chargeRecord: RecordType = {
	...listedChargeRecord,
	fields: { ...listedChargeRecord.fields, amount_without_fees: amount, refunded_amount: amount },
	whereThere: ['refunded_amount'],
};
