import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters, IWorkflowBase } from 'n8n-workflow';

/** A node of a workflow, as small as it can be. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters, ...more };
}

/** Nodes that follow one another. */
export function chain(...nodes: INode[]): Omit<IWorkflowBase, 'name' | 'id'> {
	const connections = nodes.slice(1).map((next, index) => {
		return [nodes[index]!.name, { main: [[{ node: next.name, type: 'main', index: 0 }]] }];
	});
	return {
		nodes,
		connections: Object.fromEntries(connections) as IWorkflowBase['connections'],
		settings: { executionOrder: 'v1' },
	} as Omit<IWorkflowBase, 'name' | 'id'>;
}

/** A Payments node, or with another type its trigger, with a credential. */
export function payments(
	name: string,
	account: string,
	parameters: INodeParameters,
	type = 'n8n-nodes-payments.payments',
): INode {
	return node(name, type, 1, parameters, {
		credentials: { paymentsApi: { id: account, name: 'Payments account' } },
	});
}

/** A Payments Trigger at a path. */
export function trigger(account: string, path: string, options: INodeParameters = {}): INode {
	const parameters = {
		mode: 'requests',
		path,
		events: ['payment.completed', 'refund'],
		verification: 'automatic',
		options,
	};
	return {
		...payments('Payments Trigger', account, parameters, 'n8n-nodes-payments.paymentsTrigger'),
		webhookId: randomUUID(),
	};
}

/** Remove Duplicates, as in the examples. */
export function eachEventOnce(): INode {
	return node(
		'Each event once',
		'n8n-nodes-base.removeDuplicates',
		2,
		{
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: "={{ $('Payments Trigger').item.json.eventId }}",
			options: {},
		},
		// Of the very first executions, those at the same moment fail to make its memory.
		{ retryOnFail: true },
	);
}

/** Tells a counter of an event. */
export function count(url: string): INode {
	return node('Count it', 'n8n-nodes-base.httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		contentType: 'json',
		bodyParameters: {
			parameters: [{ name: 'eventId', value: "={{ $('Payments Trigger').item.json.eventId }}" }],
		},
		options: {},
	});
}

/** Inserts an event into a table whose column `event_id` is unique; one that is there is left alone. */
export function insertRow(table: string, database: string): INode {
	return node(
		'A row for each event',
		'n8n-nodes-base.postgres',
		2.6,
		{
			resource: 'database',
			operation: 'insert',
			schema: { __rl: true, mode: 'name', value: 'public' },
			table: { __rl: true, mode: 'name', value: table },
			columns: {
				mappingMode: 'defineBelow',
				value: { event_id: "={{ $('Payments Trigger').item.json.eventId }}" },
				matchingColumns: [],
				schema: [{ id: 'event_id', displayName: 'event_id', type: 'string', required: true }],
			},
			options: { skipOnConflict: true },
		},
		{ credentials: { postgres: { id: database, name: 'Database' } } },
	);
}

/** A workflow's beginning that is started from outside, and answers with what its last node gives. */
export function door(name: string): INode {
	const parameters = { httpMethod: 'POST', path: name, responseMode: 'lastNode' };
	return node(name, 'n8n-nodes-base.webhook', 2, parameters, { webhookId: `door-${name}` });
}

/**
 * A shop in two steps, each started from outside as in a published workflow: one makes a payment
 * request, the other refunds a charge, and both notify the Payments Trigger by its path.
 */
export function shop(account: string): object {
	const notify = { notify: 'trigger', triggerPath: 'payments' };
	const order = chain(
		door('order'),
		payments('Ask for the money', account, {
			resource: 'paymentRequest',
			operation: 'create',
			amount: 25,
			currency: 'SGD',
			additionalFields: { referenceNumber: 'ORD-1042' },
			...notify,
		}),
	);
	const giveBack = chain(
		door('return'),
		payments('Give it back', account, {
			resource: 'refund',
			operation: 'create',
			paymentId: '={{ $json.body.payment_id }}',
			refundKind: 'part',
			amount: '={{ $json.body.amount }}',
			...notify,
		}),
	);
	return {
		name: 'Shop',
		settings: order.settings,
		nodes: [...order.nodes, ...giveBack.nodes],
		connections: { ...order.connections, ...giveBack.connections },
	};
}

/** A workflow that hears of everything in the account. */
export function accountEvents(account: string): object {
	const events = { mode: 'account', events: ['charge.created', 'payout.created'] };
	const webhookId = 'b0a1f0f6-7a51-4a0e-9d52-6d0a3f1b8c99';
	const listening = payments(
		'Payments Trigger',
		account,
		events,
		'n8n-nodes-payments.paymentsTrigger',
	);
	return { name: 'Everything that happens', ...chain({ ...listening, webhookId }) };
}
