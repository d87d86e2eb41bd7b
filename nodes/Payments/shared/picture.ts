import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { oneOf, says, text, whole } from './rules';

/** Pixels (choice). */
const SIZE = 512;

/** The largest QR code has 177 modules (ISO/IEC 18004) and fits with the widest margin. */
const SMALLEST = 256;

/** A larger picture is better made of an SVG (choice). */
const LARGEST = 2048;

/** Modules: the quiet zone of ISO/IEC 18004. */
const MARGIN = 4;

/** More helps nobody (choice). */
const WIDEST = 16;

const pictureOptions: INodePropertyOptions[] = [
	{ name: 'None', value: 'none' },
	{ name: 'PNG', value: 'png', description: 'For messages, documents and screens' },
	{ name: 'SVG', value: 'svg', description: 'For print: stays sharp at any size' },
];

const displayOptions = { show: { qrPicture: ['png', 'svg'] } };

/** Whether the QR code comes out as a picture, where, and how it looks; transport/picture.ts reads them. */
export const pictureFields: INodeProperties[] = [
	{
		displayName: 'QR Picture',
		name: 'qrPicture',
		type: 'options',
		options: pictureOptions,
		default: 'none',
		description: 'The picture of the QR code to put into the output, as a file',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		displayOptions,
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
		description: 'What the next nodes find the picture by: letters, digits, - and _',
	},
	{
		displayName: 'Picture Options',
		name: 'pictureOptions',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		description: 'How the picture looks. What the code says stays the same.',
		displayOptions,
		options: [
			{
				displayName: 'Margin',
				name: 'margin',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: WIDEST },
				default: MARGIN,
				description:
					'How wide the white around the code is, in squares of the code. With fewer than 4 some phones do not find it.',
			},
			{
				displayName: 'Size',
				name: 'size',
				type: 'number',
				typeOptions: { minValue: SMALLEST, maxValue: LARGEST },
				default: SIZE,
				description: 'How wide and high the picture is, in pixels',
			},
		],
	},
];

/** The rule for 'QR Picture'. */
export const pictureRule = oneOf(pictureOptions);

const remedy = 'Use letters, digits, - and _, e.g. data.';

/** The rules for the others, by the parameters' names. */
export const pictureRules = z.object({
	binaryPropertyName: text(100).refine((value) => /^[\w-]+$/.test(value) && value !== '__proto__', {
		message: says('is not the name of a field', remedy),
	}),
	margin: whole(0, WIDEST).default(MARGIN),
	size: whole(SMALLEST, LARGEST).default(SIZE),
});
