import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { operationError } from '../errors/nodeErrors';
import type { Context } from '../run/context';
import { qrImages } from '../shared/messages/qrImages';
import { isBlank } from '../validation/rules';
import { validate } from '../validation/validate';
import type { OutputMapper } from './outputMapper';
import type * as QrEncoder from './qrEncoder';
import {
	qrImageFields,
	qrImageRule,
	qrImageRules,
	qrMethodField,
	qrMethodRule,
} from './qrImageFields';

/** The QR code of a record, and the name of its file. */
export interface QrImageSource {
	/** Returns the content of the code; nothing if the record has none. */
	code: (record: IDataObject) => unknown;
	/** Returns the name of the file; without one, the file is named after the record's ID. */
	name: (record: IDataObject) => unknown;
}

type Draw = (content: string, dimensions: QrEncoder.QrDimensions) => Buffer;

const formats: Record<string, { mimeType: string; draw: Draw }> = {
	png: { mimeType: 'image/png', draw: (...args) => Buffer.from(qrEncoder().qrPng(...args)) },
	svg: { mimeType: 'image/svg+xml', draw: (...args) => Buffer.from(qrEncoder().qrSvg(...args)) },
};

/** Loads the encoder with the first picture: n8n loads all nodes when it starts. */
function qrEncoder(): typeof QrEncoder {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would make every mapper of output asynchronous
	return require('./qrEncoder') as typeof QrEncoder;
}

/**
 * Adds the QR code of each record to its item as a picture, by the parameters of qrImageFields.ts. If a picture cannot
 * be drawn, the item contains the reason and does not fail: the record may just have been created.
 *
 * @param mapOutput maps the record to the rest of the item
 */
export function withQrImage({ code, name }: QrImageSource, mapOutput: OutputMapper): OutputMapper {
	return (context) => {
		const mapItems = mapOutput(context);
		const parameters = readQrImage(context);
		if (!parameters) return mapItems;
		const { format, binaryPropertyName, ...dimensions } = parameters;
		const { mimeType, draw } = formats[format]!;

		async function addImage(item: INodeExecutionData, record: IDataObject) {
			const content = code(record);
			if (typeof content !== 'string' || !content) return withoutImage(item, qrImages.noCode);
			try {
				if (Buffer.byteLength(content) > qrEncoder().MAX_BYTES) {
					return withoutImage(item, qrImages.tooLong);
				}
				const fileName = `${toFileName(name(record)) || toFileName(record.id) || 'qr'}.${format}`;
				const data = await context.helpers.prepareBinaryData(
					draw(content, dimensions),
					fileName,
					mimeType,
				);
				return { ...item, binary: { [binaryPropertyName]: data } };
			} catch (thrown) {
				return withoutImage(item, qrImages.notStored((thrown as Error).message));
			}
		}
		return async (items) => {
			const mapped = await mapItems(items);
			return await Promise.all(mapped.map((item, index) => addImage(item, items[index]!.json)));
		};
	};
}

function withoutImage(
	item: INodeExecutionData,
	{ message }: { message: string },
): INodeExecutionData {
	return { ...item, json: { ...item.json, qr_picture: message } };
}

/** Reads and validates the parameters; nothing if no picture is selected. @throws an error that names the parameter */
function readQrImage(context: Context) {
	const qrPicture = readPicture(context);
	if (qrPicture === 'none') return undefined;
	const values = validate(context, qrImageRules, qrImageFields, {
		binaryPropertyName: context.getNodeParameter('binaryPropertyName', 'data'),
		...(context.getNodeParameter('pictureOptions', {}) as IDataObject),
	});
	return { format: qrPicture, ...values };
}

function readPicture(context: Context) {
	const rules = z.object({ qrPicture: qrImageRule });
	return validate(context, rules, qrImageFields, {
		qrPicture: context.getNodeParameter('qrPicture', 'none'),
	}).qrPicture;
}

/**
 * Requests the QR code of a payment request if its picture is selected, with a payment method that has a code: the
 * default methods have none.
 *
 * @throws an error if 'Return QR Content' is off, or 'QR Payment Method' is not a known value
 */
export function generateQr(context: Context): IDataObject {
	if (readPicture(context) === 'none') return {};
	const fields = context.getNodeParameter('additionalFields', {}) as IDataObject;
	if (fields.generateQr === false || fields.generateQr === 'false') {
		throw operationError(context, qrImages.notGenerated);
	}
	const request: IDataObject = {};
	// Other values are validated by the rules of the fields.
	if (!fields.generateQr) request.generate_qr = true;
	if (isBlank(fields.paymentMethods)) {
		const { qrPaymentMethod } = validate(context, qrMethodRule, [qrMethodField], {
			qrPaymentMethod: context.getNodeParameter('qrPaymentMethod', ''),
		});
		request.payment_methods = [qrPaymentMethod];
	}
	return request;
}

/** Converts a text to a file name that is valid everywhere: Counter 1 to counter-1. */
function toFileName(text: unknown): string {
	if (typeof text !== 'string') return '';
	const words =
		text
			.normalize()
			.toLowerCase()
			.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	return Array.from(words.join('-')).slice(0, 60).join('');
}
