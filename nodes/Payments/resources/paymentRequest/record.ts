import type { IDataObject } from 'n8n-workflow';

import type { QrImageSource } from '../../output/qrImage';
import {
	amount,
	nested,
	unchanged,
	time,
	recordType,
	type RecordType,
} from '../../output/recordType';
import { paidPayment } from '../../shared/paymentRequest';
import { withOffset } from '../../shared/time';

/** docs/interface.md, Payment request. */
export const paymentRequestRecord = recordType(
	{
		id: unchanged,
		url: unchanged,
		amount,
		currency: unchanged,
		status: unchanged,
		reference_number: unchanged,
		email: unchanged,
		// Once it is paid.
		payment_id: paymentId,
		created_at: time,
	},
	{
		allow_repeated_payments: unchanged,
		expiry_date: time,
		metadata: unchanged,
		name: unchanged,
		payment_methods: unchanged,
		payments: unchanged,
		phone: unchanged,
		purpose: unchanged,
		qr_code: qrCode,
		qr_code_expiry: (record, name) => withOffset(nested('qr_code_data', name)(record, name)),
		redirect_url: unchanged,
		send_email: unchanged,
		send_sms: unchanged,
		updated_at: time,
		webhook: unchanged,
	},
	{
		// With 'Return QR Content' or a picture.
		optionalFields: ['qr_code'],
	},
);

/**
 * A new payment request: it has no payment yet, and may have the notified URL. With this field, Simplified has up to
 * ten fields.
 */
export const createdPaymentRequestRecord: RecordType = {
	...paymentRequestRecord,
	simplified: paymentRequestRecord.simplified.filter((name) => name !== 'payment_id'),
};

/** A payment request in a list: it lacks the QR code, since Simplified has up to ten fields with the calendar day. */
export const listedPaymentRequestRecord: RecordType = {
	...paymentRequestRecord,
	optionalFields: [],
};

/** The QR code, and the name of its image file. */
export const paymentRequestPicture: QrImageSource = {
	code: qrCode,
	name: ({ reference_number, purpose }) => reference_number || purpose,
};

/** Returns the content of the QR code: the field of an object or, in other sources, the value itself. */
function qrCode(record: IDataObject): unknown {
	const { qr_code_data: data } = record;
	return typeof data === 'string' ? data : nested('qr_code_data', 'qr_code')(record, 'qr_code');
}

function paymentId(record: IDataObject): unknown {
	return paidPayment(record)?.id;
}
