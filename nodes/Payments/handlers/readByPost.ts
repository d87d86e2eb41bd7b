import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';

import { unexpectedResponse } from '../errors/nodeErrors';
import type { OutputMapper } from '../output/outputMapper';
import type { RequestData, RequestHandler } from '../run/context';
import { requests } from '../shared/messages/requests';
import { amountOf } from '../shared/money';
import { sendForRecord } from '../transport/sendForRecord';
import type { Rules } from '../validation/rules';
import { validateAndBuild, type ExtraValues } from './buildRequest';
import { handleItem } from './handleItem';

/**
 * Reads amounts by a POST that changes nothing. It is retried as any read, and an error says nothing about a change.
 *
 * @param amounts the fields with an amount, which a response must have
 * @param rules, fields, extraValues as in `validateAndBuild`
 * @param output makes the items of the response
 */
export function readByPost(
	amounts: string[],
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
	extraValues?: ExtraValues,
): RequestHandler {
	const build = validateAndBuild(rules, fields, extraValues);
	const handle = handleItem(
		{ fields },
		(context, request) => withMethod('GET', build(context, withMethod('POST', request))),
		async (context, request) => {
			const items = await sendForRecord(context, request);
			const { json = {} } = items[0] ?? {};
			const hasAmounts = amounts.every((name) => amountOf(json[name]) !== null);
			if (hasAmounts) return [{ json: { ...idsOf(request), ...json } }];
			throw unexpectedResponse(context, requests.noRecord);
		},
		output,
	);
	return async function (request) {
		return await handle.call(this, withMethod('GET', request));
	};
}

/** Returns the IDs of a request: the response names no record that it is about. */
function idsOf({ options: { body } }: RequestData): IDataObject {
	const sent = Object.entries(body as IDataObject);
	return Object.fromEntries(sent.filter(([name]) => name.endsWith('_id')));
}

/** Returns a request with another method. */
export function withMethod(method: IHttpRequestMethods, request: RequestData): RequestData {
	return { ...request, options: { ...request.options, method } };
}
