import {
	amount,
	nested,
	recordType,
	time,
	unchanged,
	type RecordType,
} from '../../output/recordType';

/** docs/interface.md, Order. */
export const orderRecord = recordType(
	{
		id: unchanged,
		order_display_number: unchanged,
		customer_name: nested('customer', 'name'),
		customer_email: nested('customer', 'email'),
		amount,
		currency: unchanged,
		status: unchanged,
		payment_status: unchanged,
		fulfilment_status: unchanged,
		created_at: time,
	},
	{
		channel: unchanged,
		charges: unchanged,
		closed_at: time,
		customer_phone_number: nested('customer', 'phone_number'),
		line_item_tax_amount: amount,
		line_items: unchanged,
		location_address: nested('location', 'address'),
		location_id: nested('location', 'id'),
		location_name: nested('location', 'name'),
		products: unchanged,
		remark: unchanged,
		shipping_amount: amount,
		subtotal: amount,
		total_discount_amount: amount,
		updated_at: time,
	},
);

/** An order in a list, which has charges and products only if they are requested. */
export const listedOrderRecord: RecordType = {
	...orderRecord,
	onRequest: { parameter: 'with', fields: ['products', 'charges'] },
};
