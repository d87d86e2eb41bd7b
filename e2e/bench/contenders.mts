import type { INode, INodeParameters } from 'n8n-workflow';

import { node, payments } from '../workflows.mjs';
import type { Stage } from './stage.mjs';

/** All records are of these days: what a user gives who wants a year. */
const YEAR = { from: '2024-07-01', to: '2025-06-30' };

/** What the lists are of, and which of them are wanted. */
export type Kind = 'charges' | 'paid payouts';

/** The node whose items count in every workflow of the bench. */
export const RECORDS = 'Records';

/** This node: all records of a year. @param options the node's own. @param output as in the editor */
export function thisNode(
	account: string,
	kind: Kind,
	options: INodeParameters,
	output: 'simplified' | 'raw' = 'simplified',
): INode {
	const status = kind === 'paid payouts' ? { status: 'paid' } : {};
	return payments(RECORDS, account, {
		resource: kind === 'charges' ? 'charge' : 'payout',
		operation: 'getAll',
		returnAll: true,
		output,
		filters: { createdFrom: YEAR.from, createdTo: YEAR.to, ...status },
		options,
	});
}

/** The address of the same list for everybody else. */
export function listAddress(serviceUrl: string, kind: Kind, perPage: number): string {
	const { from, to } = YEAR;
	const query =
		kind === 'charges'
			? `charges?date_from=${from}&date_to=${to}`
			: `payouts?status=paid&created_at_from=${from}&created_at_to=${to}`;
	return `${serviceUrl}/v1/${query}&per_page=${perPage}`;
}

/** n8n's HTTP Request node, with pages by cursor, and Split Out, which makes records of them. */
export function httpList({ service }: Stage, kind: Kind, perPage: number): INode[] {
	const next = '$response.body.meta.next_cursor';
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'cursor', value: `={{ ${next} }}` }] },
		paginationCompleteWhen: 'other',
		completeExpression: `={{ ${next} === null }}`,
		limitPagesFetched: false,
		requestInterval: 0,
	};
	return [
		httpRequest('Pages', service.apiKey, {
			url: listAddress(service.url, kind, perPage),
			options: { pagination: { pagination } },
		}),
		node(RECORDS, 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'data', options: {} }),
	];
}

/** n8n's HTTP Request node. The key is in a header of the node, which costs it less than a credential. */
export function httpRequest(name: string, apiKey: string, parameters: INodeParameters): INode {
	return node(name, 'n8n-nodes-base.httpRequest', 4.2, {
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'X-BUSINESS-API-KEY', value: apiKey }] },
		...parameters,
	});
}

/** n8n's HTTP Request node with the credential that this node has. */
export function httpRequestWithCredential(
	name: string,
	account: string,
	parameters: INodeParameters,
): INode {
	const authentication = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'paymentsApi',
	};
	return node(
		name,
		'n8n-nodes-base.httpRequest',
		4.2,
		{ ...authentication, ...parameters },
		{ credentials: { paymentsApi: { id: account, name: 'Payments account' } } },
	);
}

/** n8n's Stripe node. */
export function stripeList(credential: string): INode {
	const parameters = { resource: 'charge', operation: 'getAll', returnAll: true };
	return node(RECORDS, 'n8n-nodes-base.stripe', 1, parameters, {
		credentials: { stripeApi: { id: credential, name: 'Stripe account' } },
	});
}

/** What ends a workflow that is to be measured: of all records, only the last one is answered. */
export function lastOne(): INode {
	return node('Last', 'n8n-nodes-base.limit', 1, { keep: 'lastItems' });
}

/** What ends a workflow that is to show all IDs in their order. */
export function allIds(): INode {
	return node('Answer', 'n8n-nodes-base.aggregate', 1, {
		fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'id' }] },
		options: {},
	});
}

/** What begins a workflow that does something with each item that it was started with. */
export function eachOf(field: string): INode {
	return node('Items', 'n8n-nodes-base.splitOut', 1, {
		fieldToSplitOut: `body.${field}`,
		options: {},
	});
}
