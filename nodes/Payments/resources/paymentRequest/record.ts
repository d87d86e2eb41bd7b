import type { IDataObject } from 'n8n-workflow';

import { amount, part, same, time, type RecordType } from '../../shared/output';
import { withOffset } from '../../shared/time';
import { isObject } from '../../transport/answer';
import type { Pictured } from '../../transport/picture';

/** docs/interface.md, Payment request. */
export const paymentRequestRecord: RecordType = {
	fields: {
		id: same,
		allow_repeated_payments: same,
		amount,
		created_at: time,
		currency: same,
		email: same,
		expiry_date: time,
		metadata: same,
		name: same,
		payment_id: paymentId,
		payment_methods: same,
		payments: same,
		phone: same,
		purpose: same,
		qr_code: part('qr_code_data', 'qr_code'),
		qr_code_expiry: (record, name) => withOffset(part('qr_code_data', name)(record, name)),
		redirect_url: same,
		reference_number: same,
		send_email: same,
		send_sms: same,
		status: same,
		updated_at: time,
		url: same,
		webhook: same,
	},
	simplified: [
		'id',
		'url',
		'amount',
		'currency',
		'status',
		'reference_number',
		'email',
		// Once it is paid.
		'payment_id',
		'created_at',
	],
	// With Generate QR.
	whereThere: ['qr_code'],
};

/** A payment request in a list: at most ten fields with the calendar day, and who lists seldom scans. */
export const listedPaymentRequestRecord: RecordType = {
	...paymentRequestRecord,
	whereThere: [],
};

/** Where its QR code is, and what a picture of it is called after. */
export const paymentRequestPicture: Pictured = {
	code: ({ qr_code_data }) => (qr_code_data as IDataObject | null | undefined)?.qr_code,
	name: ({ reference_number, purpose }) => reference_number || purpose,
};

/** The newest payment that succeeded: the ID of a charge, as Refund: Create takes it. */
function paymentId({ payments }: IDataObject): unknown {
	if (!Array.isArray(payments)) return undefined;
	const list = (payments as unknown[]).filter(isObject);
	return list.filter(({ status }) => status === 'succeeded').at(-1)?.id;
}
