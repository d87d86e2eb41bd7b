import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Rules } from '../shared/rules';
import { confirmsDeletion, idTextOf, isObject, isRecordOf } from './answer';
import { prepare } from './check';
import { unexpected } from './errors';
import { asNotFound } from './failure';
import { perItem, type Finish } from './item';
import { send } from './send';
import type { Context, RequestData, Send } from './types';

/** A request, and the ID of the record that it is about; nothing where the address names none. */
interface Asked {
	request: RequestData;
	id?: string;
}

/** Sends one request for an item. @param rules, fields, finish as in `prepare` and `perItem` */
export function once(rules: Rules, fields: INodeProperties[], finish?: Finish): Send {
	return perItem(asked(rules, fields), sendAsked, finish);
}

/** As `once`, for a record of which the service says by a 422 that it has none with the ID. */
export function onceOr422(rules: Rules, fields: INodeProperties[], finish?: Finish): Send {
	return perItem(
		asked(rules, fields),
		async (context, one) =>
			await sendAsked(context, one).catch((thrown: unknown) => {
				throw asNotFound(thrown, one.request.options.method);
			}),
		finish,
	);
}

function asked(rules: Rules, fields: INodeProperties[]) {
	const place = prepare(rules, fields);
	return (context: Context, given: RequestData): Asked => {
		const request = place(context, given);
		const isById = given.options.url?.endsWith('}');
		const id = isById ? decodeURIComponent(request.options.url!.split('/').at(-1)!) : undefined;
		return { request, id };
	};
}

/** @throws an error when the answer is not about the record that was asked for */
async function sendAsked(context: Context, { request, id }: Asked): Promise<INodeExecutionData[]> {
	const { method } = request.options;
	if (id === undefined) return await sendForRecord(context, request);
	if (method === 'DELETE') {
		const [answer, ...others] = await send(context, request);
		if (others.length === 0 && confirmsDeletion(id, answer?.json)) {
			return [{ json: { deleted: true, id } }];
		}
		throw unexpected(context, 'The Payments API did not confirm the deletion', method);
	}
	const items = await sendForRecord(context, request);
	if (isRecordOf(id, items[0]?.json)) return items;
	const what = idTextOf(items[0]?.json)
		? 'The Payments API returned another record than the one that was asked for'
		: NO_RECORD;
	throw unexpected(context, what, method);
}

const NO_RECORD = 'The answer of the service holds no record';

/**
 * Sends a request whose answer is a record; of something new, with an ID.
 *
 * @param isOnce as in `send`
 * @throws an error when it is none
 */
export async function sendForRecord(
	context: Context,
	request: RequestData,
	isOnce = false,
): Promise<INodeExecutionData[]> {
	const items = await send(context, request, isOnce);
	const [record] = items.map(({ json }) => json as unknown);
	const isNew = request.options.method === 'POST';
	const isRecord = isObject(record) && (isNew ? idTextOf(record) !== undefined : holdsMore(record));
	if (items.length === 1 && isRecord) return items;
	throw unexpected(context, NO_RECORD, request.options.method);
}

/** Whether an answer holds more than words about what was done, or nothing at all. */
function holdsMore(answer: object): boolean {
	return Object.keys(answer).some((name) => !['message', 'errors', 'success'].includes(name));
}
