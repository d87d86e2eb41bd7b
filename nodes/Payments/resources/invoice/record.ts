import { amount, time, unchanged, recordType } from '../../output/recordType';

/** docs/interface.md, Invoice. */
export const invoiceRecord = recordType(
	{
		id: unchanged,
		invoice_number: unchanged,
		amount,
		currency: unchanged,
		status: unchanged,
		customer_name: unchanged,
		customer_email: unchanged,
		due_date: unchanged,
		url: unchanged,
		created_at: time,
	},
	{
		allow_partial_payments: unchanged,
		customer_id: unchanged,
		footer: unchanged,
		invoice_date: unchanged,
		memo: unchanged,
		partial_payments: unchanged,
		payment_by: unchanged,
		payment_methods: unchanged,
		products: unchanged,
		recipients: unchanged,
		reference: unchanged,
		stackable_discounts: unchanged,
		subtotal: amount,
		tax_setting: unchanged,
		updated_at: time,
		webhook: unchanged,
	},
);
