import {
	amount,
	nested,
	unchanged,
	time,
	recordType,
	type RecordType,
} from '../../output/recordType';

/** A charge in a list (docs/interface.md, Charge). */
export const listedChargeRecord = recordType(
	{
		id: unchanged,
		amount,
		currency: unchanged,
		status: unchanged,
		payment_method: nested('payment_method', 'name'),
		customer_name: nested('customer', 'name'),
		customer_email: nested('customer', 'email'),
		order_reference_number: unchanged,
		created_at: time,
	},
	{
		admin_fee: unchanged,
		channel: unchanged,
		closed_at: time,
		customer_id: unchanged,
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
		payment_method_details: nested('payment_method', 'data'),
		payment_request_id: unchanged,
		remark: unchanged,
		updated_at: time,
		webhook_status: unchanged,
	},
	{
		descriptions: {
			admin_fee: 'Whether the customer paid an admin fee on top, not its amount',
			discount_fee: "HitPay's fee that depends on the amount, in the currency of the charge",
			discount_fee_rate: 'The rate of Discount Fee',
			exchange_rate: 'How much of Home Currency one unit of the currency of the charge is',
			fixed_fee: "HitPay's fee that is the same for each charge, in the currency of the charge",
			home_currency: 'The currency of the HitPay account',
		},
	},
);

/** A single charge. Only here the Payments API returns the refunded amount. */
export const chargeRecord: RecordType = {
	...listedChargeRecord,
	fields: {
		...listedChargeRecord.fields,
		amount_without_fees: amount,
		payment_method_code: nested('payment_method', 'code'),
		payment_method_type: nested('payment_method', 'type'),
		provider_reference: nested('payment_method', 'provider_reference'),
		refunded_amount: amount,
		refunds: unchanged,
		target_id: unchanged,
		target_type: unchanged,
		terminal_id: unchanged,
		webhook_logs: unchanged,
	},
	optionalFields: ['refunded_amount'],
};
