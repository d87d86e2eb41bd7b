import type { IDataObject, IExecuteData, INode, INodeExecutionData } from 'n8n-workflow';

import type { Context, RequestData, RequestHandler } from '../../nodes/Payments/run/context';

export const node: INode = {
	id: 'the node',
	name: 'Payments',
	type: 'payments',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Handles the query of a request: returns the body of a response, or throws. */
export type Server = (query: Record<string, unknown>) => unknown;

let count = 0;

/** The limit, the filters, and options of the node. */
export interface ListOptions {
	limit?: number;
	qs?: IDataObject;
	maxTries?: number;
	maxRequests?: number;
	/** Of the execution. */
	cancelled?: AbortSignal;
}

/** Runs a list for one item, as n8n does, against a server that is a function. */
export async function runList(
	list: RequestHandler,
	server: Server,
	{ limit, qs = {}, cancelled, ...options }: ListOptions = {},
): Promise<INodeExecutionData[]> {
	const parameters: Record<string, unknown> = {
		authentication: 'apiKey',
		returnAll: limit === undefined,
		limit,
		output: 'raw',
		options: { maxTries: 1, ...options },
	};
	// A new node for each run, so that runs share no request queue.
	const own = { ...node, id: `node ${(count += 1)}` };
	const run = { node: own, data: { main: [[{ json: {} }]] } } as unknown as IExecuteData;
	const context = {
		getItemIndex: () => 0,
		getExecuteData: () => run,
		getNode: () => own,
		getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
		getCredentials: () => Promise.resolve({ environment: 'sandbox' }),
		getExecutionCancelSignal: () => cancelled,
		getExecutionId: () => own.id,
		getTimezone: () => 'UTC',
		continueOnFail: () => false,
		// n8n creates an item of each entry of a list.
		makeRoutingRequest: async ({ options }: RequestData) => {
			const body = await Promise.resolve(server({ ...options.qs }));
			return (Array.isArray(body) ? body : [body]).map((json: unknown) => ({ json }));
		},
	} as unknown as Context;
	const request = {
		options: {
			method: 'GET',
			url: '/v1/charges',
			qs,
			headers: {},
		},
		postReceive: [],
	} as unknown as RequestData;
	return await list.call(context, request);
}
