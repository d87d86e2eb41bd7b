import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { parameters } from '../shared/messages/parameters';
import { qrMethodOptions } from '../shared/paymentMethods';
import { oneOf, ruleMessage, text, integer } from '../validation/rules';

/** Default in pixels (choice): a picture does not grow with the business. */
const SIZE = 512;

/** Pixels: the largest QR code has 177 modules (ISO/IEC 18004), which fit with MAX_MARGIN. */
const MIN_SIZE = 256;

/** Pixels (choice): larger pictures are better drawn from an SVG, whatever the business. */
const MAX_SIZE = 2048;

/** Default in modules: the quiet zone of ISO/IEC 18004. */
const MARGIN = 4;

/** Modules (choice): four times the quiet zone, whatever the business. */
const MAX_MARGIN = 16;

const pictureOptions: INodePropertyOptions[] = [
	{ name: 'None', value: 'none' },
	{ name: 'PNG', value: 'png', description: 'For messages, documents and screens' },
	{ name: 'SVG', value: 'svg', description: 'For print: stays sharp at any size' },
];

/** Shows a parameter only where a picture is selected. */
export const withPicture = { show: { qrPicture: ['png', 'svg'] } };

/** The parameters of the picture of a QR code, which qrImage.ts reads. */
export const qrImageFields: [INodeProperties, ...INodeProperties[]] = [
	{
		displayName: 'QR Picture',
		name: 'qrPicture',
		type: 'options',
		options: pictureOptions,
		default: 'none',
		description: "The format of the QR code's picture, which is output as a file",
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		displayOptions: withPicture,
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
		description:
			'The name of the field by which the next nodes read the picture: letters, digits, - and _',
	},
	{
		displayName: 'Picture Options',
		name: 'pictureOptions',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		description: 'How the picture looks. The content of the code stays the same.',
		displayOptions: withPicture,
		options: [
			{
				displayName: 'Margin',
				name: 'margin',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: MAX_MARGIN },
				default: MARGIN,
				description:
					'The width of the white border, in squares of the code. With fewer than 4, some phones cannot read it.',
			},
			{
				displayName: 'Size',
				name: 'size',
				type: 'number',
				typeOptions: { minValue: MIN_SIZE, maxValue: MAX_SIZE },
				default: SIZE,
				description: 'The width and height of the picture, in pixels',
			},
		],
	},
];

/** The payment method of a picture, as most methods have no code; for Payment Request: Create. */
export const qrMethodField: INodeProperties = {
	displayName: 'QR Payment Method',
	name: 'qrPaymentMethod',
	type: 'options',
	options: qrMethodOptions,
	default: 'paynow_online',
	displayOptions: withPicture,
	description: "How the customer pays with the code, unless you add 'Payment Methods' below",
	hint: 'The checkout page accepts no other method',
};

/** The rule for 'QR Payment Method'. */
export const qrMethodRule = z.object({ qrPaymentMethod: oneOf(qrMethodOptions) });

/** The rule for 'QR Picture'. */
export const qrImageRule = oneOf(pictureOptions);

/** The rules for the other parameters. */
export const qrImageRules = z.object({
	binaryPropertyName: text(100).refine((value) => /^[\w-]+$/.test(value) && value !== '__proto__', {
		message: ruleMessage(parameters.notFieldName),
	}),
	margin: integer(0, MAX_MARGIN).default(MARGIN),
	size: integer(MIN_SIZE, MAX_SIZE).default(SIZE),
});
