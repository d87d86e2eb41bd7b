import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { pictureFields, pictureRule, pictureRules } from '../shared/picture';
import type * as Qr from '../shared/qr';
import { checkValues } from './check';
import { stop } from './errors';
import type { Finish } from './item';
import type { Context } from './types';

/** A kind of record with a QR code. */
export interface Pictured {
	/** What the code says; nothing where the service gave none. */
	code: (record: IDataObject) => unknown;
	/** What the file is called after; else after the record's ID. */
	name: (record: IDataObject) => unknown;
}

type Draw = (content: string, measures: Qr.Measures) => Buffer;

const formats: Record<string, { mimeType: string; draw: Draw }> = {
	png: { mimeType: 'image/png', draw: (...args) => Buffer.from(drawing().qrPng(...args)) },
	svg: { mimeType: 'image/svg+xml', draw: (...args) => Buffer.from(drawing().qrSvg(...args)) },
};

/** What draws, loaded when the first picture is wanted: n8n loads all nodes when it starts. */
function drawing(): typeof Qr {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would be a promise
	return require('../shared/qr') as typeof Qr;
}

/**
 * Puts the QR code of each record into its item as a picture, as the parameters of shared/picture.ts
 * say. A picture that can not be made costs nobody the record, which may have been created for it: the
 * item comes out without one and says why.
 *
 * @param finish makes the rest of the item
 */
export function withPicture({ code, name }: Pictured, finish: Finish): Finish {
	return (context) => {
		const finisher = finish(context);
		const picture = pictureOf(context);
		if (!picture) return finisher;
		const { format, binaryPropertyName, ...measures } = picture;
		const { mimeType, draw } = formats[format]!;

		async function add(item: INodeExecutionData, record: IDataObject) {
			const content = code(record);
			if (typeof content !== 'string' || !content) return without(item, NO_CODE);
			try {
				if (Buffer.byteLength(content) > drawing().LONGEST) return without(item, TOO_LONG);
				const fileName = `${safe(name(record)) || safe(record.id) || 'qr'}.${format}`;
				const data = await context.helpers.prepareBinaryData(
					draw(content, measures),
					fileName,
					mimeType,
				);
				return { ...item, binary: { [binaryPropertyName]: data } };
			} catch (thrown) {
				return without(item, (thrown as Error).message);
			}
		}
		return async (items) => {
			const finished = await finisher(items);
			return await Promise.all(finished.map((item, index) => add(item, items[index]!.json)));
		};
	};
}

const NO_CODE = 'the service gave no QR code';
const TOO_LONG = 'it says more than a QR code can hold';

function without(item: INodeExecutionData, reason: string): INodeExecutionData {
	return { ...item, json: { ...item.json, qr_picture: `Not made: ${reason}` } };
}

/** Reads and checks the parameters. @throws an error that names the one that does not fit */
function pictureOf(context: Context) {
	const rules = z.object({ qrPicture: pictureRule });
	const { qrPicture } = checkValues(context, rules, pictureFields, {
		qrPicture: context.getNodeParameter('qrPicture', 'none'),
	});
	if (qrPicture === 'none') return undefined;
	const checked = checkValues(context, pictureRules, pictureFields, {
		binaryPropertyName: context.getNodeParameter('binaryPropertyName', 'data'),
		...(context.getNodeParameter('pictureOptions', {}) as IDataObject),
	});
	return { format: qrPicture, ...checked };
}

/**
 * Asks for the code when its picture is wanted: a payment request has none by itself.
 *
 * @throws an error when 'Generate QR' says otherwise
 */
export function generateQr(context: Context): { generate_qr?: boolean } {
	if (context.getNodeParameter('qrPicture', 'none') === 'none') return {};
	const { generateQr } = context.getNodeParameter('additionalFields', {}) as IDataObject;
	if (generateQr === false || generateQr === 'false') {
		throw stop(
			context,
			"'Generate QR' is off, so there is no code for 'QR Picture'",
			"Switch 'Generate QR' on or remove it, or set 'QR Picture' to None.",
		);
	}
	// What else it may hold is up to its own rule.
	return generateQr ? {} : { generate_qr: true };
}

/** What is left of a text in a file name, wherever the file goes: Counter 1 is counter-1. */
function safe(text: unknown): string {
	if (typeof text !== 'string') return '';
	const words =
		text
			.normalize()
			.toLowerCase()
			.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	return Array.from(words.join('-')).slice(0, 60).join('');
}
