import { withQrImage } from '../../output/qrImage';
import * as field from '../fields';
import * as operation from '../operation';
import { appearanceFields, pictureFields } from './parameters';
import { paymentRequestPicture, paymentRequestRecord } from './record';

export const get = operation.get({
	action: 'Get a payment request',
	description: "Retrieve one payment request with its status, and its charge as 'payment_id'",
	url: '/v1/payment-requests/{payment_request_id}',
	parameters: { payment_request_id: field.paymentRequest() },
	below: [...pictureFields, ...appearanceFields],
	output: paymentRequestRecord,
	extendOutput: (output) => withQrImage(paymentRequestPicture, output),
});
