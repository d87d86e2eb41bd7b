import { withQrImage } from '../../output/qrImage';
import { qrImageFields } from '../../output/qrImageFields';
import { hints } from '../../shared/messages/hints';
import { qrMethodOptions } from '../../shared/paymentMethods';
import { amount, inCurrency, uuid } from '../../validation/rules';
import * as field from '../fields';
import { createsAnother } from '../fields/notice';
import * as operation from '../operation';
import { checkDependencies, name, optional } from './parameters';
import { staticQrPicture, staticQrRecord } from './record';

/** docs/interface.md, Static QR. */
const methods: unknown[] = ['paynow_online', 'qrph_netbank', 'upi_qr'];
const methodOptions = qrMethodOptions.filter(({ value }) => methods.includes(value));

const [pictureField, ...appearanceFields] = qrImageFields;

export const create = operation.create({
	action: 'Create a static QR code',
	description: 'Set up a permanent code that customers scan to pay',
	url: '/v1/static_qr',
	parameters: {
		name,
		payment_provider_method: field.choice(
			'Payment Method',
			'How customers pay when they scan the QR code',
			methodOptions,
			'paynow_online',
			{ name: 'paymentMethod', required: true },
		),
	},
	below: [createsAnother, { ...pictureField, default: 'png' }, ...appearanceFields],
	output: staticQrRecord,
	extendOutput: (output) => withQrImage(staticQrPicture, output),
	additionalFields: {
		...optional,
		amount: {
			...optional.amount,
			description:
				"What a customer pays, in major units (12.50) of 'Currency'. With 0, or without this field, the customer enters the amount.",
		},
		device_id: field.id(
			'Device ID',
			'The ID of the device that uses the QR code, which the dashboard shows',
			uuid(hints.deviceId),
		),
	},
	// An amount that is added and empty, as an expression may return it, would make a code of any amount.
	rules: (schema) =>
		schema
			.extend({ amount: amount(undefined, 0, undefined, hints.openAmount).optional() })
			.superRefine(checkDependencies)
			.superRefine(inCurrency),
});
