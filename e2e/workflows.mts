import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters, IWorkflowBase } from 'n8n-workflow';

/** Returns a minimal node. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters, ...more };
}

/** Connects nodes in a chain. */
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

/** Returns a Payments node or trigger with a credential. */
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

/** Returns a Payments Trigger at a path. */
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

/** Returns a Remove Duplicates node, as in the examples. */
export function eachEventOnce(): INode {
	return node(
		'Each event once',
		'n8n-nodes-base.removeDuplicates',
		2,
		{
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: "={{ $('Payments Trigger').item.json.event_id }}",
			options: {},
		},
		// The first executions fail when they create its list at the same time.
		{ retryOnFail: true },
	);
}

/** Returns a node that reports an event to a counter. */
export function count(url: string): INode {
	return node('Count it', 'n8n-nodes-base.httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		contentType: 'json',
		bodyParameters: {
			parameters: [{ name: 'event_id', value: "={{ $('Payments Trigger').item.json.event_id }}" }],
		},
		options: {},
	});
}

/** Returns a node that inserts an event into a table unless it already exists; `event_id` is unique. */
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
				value: { event_id: "={{ $('Payments Trigger').item.json.event_id }}" },
				matchingColumns: [],
				schema: [{ id: 'event_id', displayName: 'event_id', type: 'string', required: true }],
			},
			options: { skipOnConflict: true },
		},
		{ credentials: { postgres: { id: database, name: 'Database' } } },
	);
}

/** Returns a Webhook node that responds with the output of the last node. */
export function webhook(name: string): INode {
	const parameters = { httpMethod: 'POST', path: name, responseMode: 'lastNode' };
	return node(name, 'n8n-nodes-base.webhook', 2, parameters, { webhookId: `webhook-${name}` });
}

/**
 * Returns the workflow of a shop with two webhooks: one creates a payment request, the other refunds a
 * charge. Both notify the Payments Trigger by its path.
 */
export function shopWorkflow(account: string): object {
	const notify = { notify: 'trigger', triggerPath: 'payments' };
	const order = chain(
		webhook('order'),
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
		webhook('return'),
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

/** Returns a workflow that starts on all events of the account. */
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
