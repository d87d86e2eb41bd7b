import type { IDataObject, IExecuteData, INode, INodeExecutionData } from 'n8n-workflow';

import type { Context, RequestData, Send } from '../../nodes/Payments/transport/types';

export const node: INode = {
	id: 'the node',
	name: 'Payments',
	type: 'payments',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** What a server of a test makes of a query: an answer's body, or something thrown. */
export type Server = (query: Record<string, unknown>) => unknown;

let count = 0;

/** How a list is run: the limit, the filters, and options of the node. */
export interface ListOptions {
	limit?: number;
	qs?: IDataObject;
	maxTries?: number;
	maxRequests?: number;
}

/** Runs a list for one item of a node, as n8n does, against a server that is a function. */
export async function runList(
	list: Send,
	server: Server,
	{ limit, qs = {}, ...options }: ListOptions = {},
): Promise<INodeExecutionData[]> {
	const parameters: Record<string, unknown> = {
		authentication: 'apiKey',
		returnAll: limit === undefined,
		limit,
		output: 'raw',
		options: { maxTries: 1, ...options },
	};
	// A node of its own: what one run learns about the service is nothing to the next.
	const own = { ...node, id: `node ${(count += 1)}` };
	const run = { node: own, data: { main: [[{ json: {} }]] } } as unknown as IExecuteData;
	const context = {
		getItemIndex: () => 0,
		getExecuteData: () => run,
		getNode: () => own,
		getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
		getExecutionCancelSignal: () => undefined,
		getExecutionId: () => own.id,
		continueOnFail: () => false,
		// n8n makes an item of each entry of a list.
		makeRoutingRequest: async ({ options }: RequestData) => {
			const answer = await Promise.resolve(server({ ...options.qs }));
			return (Array.isArray(answer) ? answer : [answer]).map((json: unknown) => ({ json }));
		},
	} as unknown as Context;
	const request = {
		options: {
			method: 'GET',
			baseURL: 'https://api.example',
			url: '/v1/charges',
			qs,
			headers: {},
		},
		postReceive: [],
	} as unknown as RequestData;
	return await list.call(context, request);
}
