import type {
	IDataObject,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import type {
	Context,
	NodeContext,
	RequestData,
	RequestHandler,
} from '../../nodes/Payments/run/context';
import { validationBarrier } from '../../nodes/Payments/run/run';

export const node: INode = {
	id: 'the node',
	name: 'Payments',
	type: 'payments',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** n8n's functions for what only needs the node and the item. */
export const nodeContext = { getNode: () => node, getItemIndex: () => 0 } as unknown as NodeContext;

/** A response that n8n's request helper throws. */
export const failure = (status: number, data?: unknown) =>
	Object.assign(new Error('x'), { response: { status, data } });

/** Handles the query of a request: returns the body of a response, or throws. */
export type Server = (query: Record<string, unknown>) => unknown;

let count = 0;

/**
 * Returns a new node with a credential of its own, n8n's helper for its requests, and what is sent with it.
 *
 * @param respond returns a response, or an error. Is given how many requests were before, too
 */
export function requestsOf(respond: (options: IHttpRequestOptions, before: number) => unknown) {
	const sent: IHttpRequestOptions[] = [];
	const id = `credential ${(count += 1)}`;
	const httpRequestWithAuthentication = async (_: string, options: IHttpRequestOptions) => {
		const response = respond(options, sent.length);
		sent.push(options);
		if (response instanceof Error) throw response;
		return await Promise.resolve(response);
	};
	const own: INode = { ...node, id, credentials: { paymentsApi: { id, name: id } } };
	return { own, sent, helpers: { httpRequestWithAuthentication } };
}

/** The limit, the filters, and options of the node. */
export interface ListOptions {
	limit?: number;
	qs?: IDataObject;
	maxTries?: number;
	maxRequests?: number;
	/** Of the execution. */
	cancelled?: AbortSignal;
}

/** Returns n8n's functions for one item, of a new node: runs share no request queue. */
function contextOf(
	makeRoutingRequest: (request: RequestData) => Promise<INodeExecutionData[]>,
	parameters: Record<string, unknown> = {},
	cancelled?: AbortSignal,
): Context {
	const own = { ...node, id: `node ${(count += 1)}` };
	const run = { node: own, data: { main: [[{ json: {} }]] } } as unknown as IExecuteData;
	const all: Record<string, unknown> = { authentication: 'apiKey', ...parameters };
	return {
		getItemIndex: () => 0,
		getExecuteData: () => run,
		getNode: () => own,
		getNodeParameter: (name: string, otherwise: unknown) => all[name] ?? otherwise,
		getCredentials: () => Promise.resolve({ environment: 'sandbox' }),
		getExecutionCancelSignal: () => cancelled,
		getExecutionId: () => own.id,
		getTimezone: () => 'UTC',
		continueOnFail: () => false,
		makeRoutingRequest,
	} as unknown as Context;
}

/** Returns n8n's functions for an item whose run has begun. */
export async function itemOf(...given: Parameters<typeof contextOf>): Promise<Context> {
	const context = contextOf(...given);
	await validationBarrier(context, () => true);
	return context;
}

/** Runs a list for one item, as n8n does, against a server that is a function. */
export async function runList(
	list: RequestHandler,
	server: Server,
	{ limit, qs = {}, cancelled, ...options }: ListOptions = {},
): Promise<INodeExecutionData[]> {
	const parameters = {
		returnAll: limit === undefined,
		limit,
		output: 'raw',
		options: { maxTries: 1, ...options },
	};
	// n8n creates an item of each entry of a list.
	const respond = async ({ options }: RequestData) => {
		const body = await Promise.resolve(server({ ...options.qs }));
		return (Array.isArray(body) ? body : [body]).map((json: unknown) => ({
			json: json as IDataObject,
		}));
	};
	const request = requestOf({ method: 'GET', url: '/v1/charges', qs, headers: {} });
	return await list.call(contextOf(respond, parameters, cancelled), request);
}

/** Returns a request as n8n's routing builds it. */
export function requestOf(options: RequestData['options']): RequestData {
	return { options, postReceive: [] } as unknown as RequestData;
}
