import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';

import { toEvent } from '../../nodes/Payments/events/readEvent';
import { webhookResponses } from '../../nodes/Payments/shared/messages/webhooks';
import { node } from '../fuzz/context';
import { readServiceEvent } from '../notification';

let ids = 0;

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
	const sent: IHttpRequestOptions[] = [];
	const id = `credential ${(ids += 1)}`;
	const own = { ...node, id, credentials: { paymentsApi: { id, name: id } } };
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
		helpers: {
			httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) => {
				sent.push(options);
				const body = respond(options.url);
				if (body instanceof Error) throw body;
				return await Promise.resolve({ body, headers: {}, statusCode: 200 });
			},
		},
	} as unknown as IWebhookFunctions;
	return { context, sent, getCredentials };
}

/** Returns an event of the account. @param name as in its headers, e.g. order.created */
export function eventFrom(name: string, payload: IDataObject) {
	const [object, type] = name.split('.');
	return toEvent(readServiceEvent(payload, { object, type }));
}

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
