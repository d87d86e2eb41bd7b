import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isWrite } from '../errors/httpFailure';
import type { Context, RequestData } from '../run/context';
import type { Secrets } from '../run/secrets';
import { identifiersOf } from './identifiers';
import { outcomeOfItem } from './once/outcome';

/**
 * Returns the output of an item that failed, where On Error is set to continue: what happened, what to do, and which
 * customer or payment it is about.
 *
 * @param secrets that are removed; without them, nothing that was entered is output
 */
export function failedItem(
	context: Context,
	request: RequestData,
	{ message, description }: { message: string; description?: string | null },
	secrets?: Secrets,
): INodeExecutionData {
	const item = context.getItemIndex();
	const json: IDataObject = { error: message, ...(description && { details: description }) };
	const outcome = isWrite(request.options.method) ? outcomeOfItem(context) : undefined;
	// At an error output, n8n recognizes exactly `error`, `message` and `details`, without an `error` beside `json`, and
	// adds all fields of the input item.
	if (context.getNode().onError === 'continueErrorOutput') {
		const reported = { ...json, ...(outcome && { message: outcome }) };
		return { json: secrets?.redactIn(reported) ?? reported, pairedItem: { item } };
	}
	// The error comes first: n8n shows the first fields only.
	const named = { ...json, ...(outcome && { outcome }) };
	if (!secrets) return { json: named, pairedItem: { item } };
	return {
		json: { ...secrets.redactIn(named), ...identifiersOf(context, request, secrets) },
		pairedItem: { item },
	};
}
