import { generateQr, withQrImage } from '../../output/qrImage';
import { qrMethodField } from '../../output/qrImageFields';
import { inCurrency, webAddress } from '../../validation/rules';
import { createsAnother } from '../fields/notice';
import { notifyFields } from '../notify/fields';
import { withNotificationUrl } from '../notify/notificationOutput';
import { notifyAddress } from '../notify/webhookUrl';
import * as operation from '../operation';
import {
	appearanceFields,
	money,
	optional,
	pictureFields,
	platformKey,
	wifi_terminal_id,
} from './parameters';
import { createdPaymentRequestRecord, paymentRequestPicture } from './record';

const notify = notifyAddress(false);

export const create = operation.create({
	action: 'Create a payment request',
	description: 'Set up a checkout page for a customer, and return its URL',
	url: '/v1/payment-requests',
	headers: platformKey,
	parameters: money,
	below: [
		createsAnother,
		...notifyFields('the payment'),
		...pictureFields,
		qrMethodField,
		...appearanceFields,
	],
	output: createdPaymentRequestRecord,
	addedFields: { notification_url: '' },
	extendOutput: (output) => withNotificationUrl(false, withQrImage(paymentRequestPicture, output)),
	additionalFields: { ...optional, wifi_terminal_id },
	rules: (schema) => schema.extend({ webhook: webAddress().optional() }).superRefine(inCurrency),
	extraValues: (context) => ({ ...notify(context), ...generateQr(context) }),
});
