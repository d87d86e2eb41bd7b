import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { toEvent } from '../../nodes/Payments/events/readEvent';
import { webhookResponses } from '../../nodes/Payments/shared/messages/webhooks';
import { requestsOf } from '../fuzz/context';
import { readNamedEvent } from '../notification';

/** The parts of a trigger that differ between tests. */
interface Parts {
	parameters?: IDataObject;
	credentials?: IDataObject;
	/** The registration, in its static data. */
	state?: IDataObject;
	/** Of the URL of the notification. */
	query?: IDataObject;
}

/**
 * Returns n8n's functions for a webhook of a new trigger, and the requests to the API.
 *
 * @param respond returns the body of a response, or an error, by the path of the request
 */
export function webhookOf(respond: (url: string) => unknown, parts: Parts = {}) {
	const { own, sent, helpers } = requestsOf(({ url }) => {
		const body = respond(url);
		return body instanceof Error ? body : { body, headers: {}, statusCode: 200 };
	});
	const parameters: IDataObject = {
		authentication: 'apiKey',
		mode: 'account',
		...parts.parameters,
	};
	const credentials = { environment: 'sandbox', ...parts.credentials };
	const getCredentials = jest.fn(async () => await Promise.resolve(credentials));
	const context = {
		getMode: () => 'trigger',
		getNode: () => own,
		getWorkflow: () => ({ id: 'w1' }),
		getWorkflowStaticData: () => parts.state ?? {},
		getQueryData: () => parts.query ?? {},
		getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
		getNodeWebhookUrl: () => 'https://n8n.example/webhook/1',
		getCredentials,
		helpers,
	} as unknown as IWebhookFunctions;
	return { context, sent, getCredentials };
}

/** Returns an event of the account. @param name as in its headers, e.g. order.created */
export const eventFrom = (name: string, payload: IDataObject) =>
	toEvent(readNamedEvent(name, payload));

/** Returns the body of a list with some records, which has no next page. */
export const listOf = (...data: IDataObject[]) => ({ data, meta: {} });

/** Returns the name of the response with which a notification is rejected; undefined if it is not. */
export async function rejectionOf(promise: Promise<unknown>): Promise<string | undefined> {
	const rejection = await promise.then(
		() => undefined,
		(error: { response?: unknown }) => error,
	);
	if (rejection === undefined) return undefined;
	const entry = Object.entries(webhookResponses).find(([, one]) => one === rejection.response);
	if (!entry) throw rejection as Error;
	return entry[0];
}
