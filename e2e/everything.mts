import type { IDataObject, INode } from 'n8n-workflow';

/** A node with all that n8n wants of it, at a place on the canvas. */
type Step = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

const start: Step = {
	name: 'When clicking ‘Execute workflow’',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

const door: Step = {
	name: 'Order',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path: 'order', responseMode: 'lastNode', options: {} },
	webhookId: '6a0b6f5e-0c43-4df4-a1f5-5c1d3f7b9a01',
};

/** A Payments node, as the editor saves it: without what is as it is by default. */
function payments(name: string, parameters: IDataObject, settings: Partial<INode> = {}): Step {
	const type = 'n8n-nodes-payments.payments';
	return {
		name,
		type,
		typeVersion: 1,
		// Lists come before most of them, and each is meant to be done once.
		executeOnce: true,
		parameters: { ...parameters, requestOptions: {} },
		credentials: credentialsFor(parameters),
		...settings,
	};
}

function trigger(name: string, webhookId: string, parameters: IDataObject): Step {
	return {
		name,
		type: 'n8n-nodes-payments.paymentsTrigger',
		typeVersion: 1,
		webhookId,
		parameters: parameters as INode['parameters'],
		credentials: credentialsFor(parameters),
	};
}

function pollTrigger(name: string, parameters: IDataObject): Step {
	const rarely = { item: [{ mode: 'everyX', value: 6, unit: 'hours' }] };
	return {
		name,
		type: 'n8n-nodes-payments.paymentsPollTrigger',
		typeVersion: 1,
		parameters: { pollTimes: rarely, ...parameters },
		credentials: credentialsFor(parameters),
	};
}

function credentialsFor({ authentication }: IDataObject): INode['credentials'] {
	return authentication === 'oAuth2'
		? { paymentsOAuth2Api: { id: null, name: 'Payments account (OAuth2)' } }
		: { paymentsApi: { id: null, name: 'Payments account' } };
}

/** What happens after a trigger that has nothing to do: its event is seen in the execution. */
function seen(name: string): Step {
	return { name, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
}

/** A record by its ID, as the editor keeps it. */
function byId(value: string): IDataObject {
	return { __rl: true, mode: 'id', value };
}

const branches: Step[][] = [
	[start, payments('Business', { authentication: 'oAuth2', resource: 'info' })],
	[
		start,
		payments('All charges', {
			returnAll: true,
			filters: {},
			options: { maxRequests: 4, maxTries: 3 },
		}),
	],
	[
		start,
		payments('Paid charges', {
			limit: 5,
			filters: {
				amountFrom: 1,
				createdFrom: '2020-01-01T00:00:00',
				statuses: ['succeeded'],
			},
			options: {},
		}),
		payments('Charge', { operation: 'get', chargeId: '={{ $json.id }}', options: {} }),
		payments('Refund it', {
			resource: 'refund',
			operation: 'create',
			paymentId: byId('={{ $json.id }}'),
			refundKind: 'part',
			amount: '={{ $json.amount }}',
			additionalFields: { email: 'ann@example.com', sendEmail: false },
			options: { maxTries: 5 },
		}),
		payments('Refund', {
			authentication: 'oAuth2',
			resource: 'refund',
			operation: 'get',
			refundId: '={{ $json.id }}',
			options: {},
		}),
	],
	[
		start,
		payments(
			'Charge of somebody else',
			{
				operation: 'get',
				chargeId: '00000000-0000-4000-8000-000000000000',
				options: {},
			},
			{ onError: 'continueRegularOutput' },
		),
	],
	[
		start,
		payments('Locations', {
			resource: 'location',
			returnAll: true,
			output: 'raw',
			filters: {},
			options: {},
		}),
		payments('Static QR', {
			resource: 'staticQr',
			name: 'Counter 1',
			qrPicture: 'png',
			additionalFields: {
				amount: 12.5,
				currency: 'SGD',
				locationId: byId("={{ $('Locations').all().find(({ json }) => json.active).json.id }}"),
			},
			options: {},
		}),
		payments('Look at the code', {
			authentication: 'oAuth2',
			resource: 'staticQr',
			operation: 'get',
			staticQrId: '={{ $json.id }}',
			options: {},
		}),
		payments('Change the code', {
			resource: 'staticQr',
			operation: 'update',
			staticQrId: '={{ $json.id }}',
			updateFields: {
				amount: 15,
				currency: 'SGD',
				locationId: byId("={{ $('Locations').all().find(({ json }) => json.active).json.id }}"),
				name: 'Counter 1, changed',
			},
			options: {},
		}),
		payments('Codes', {
			resource: 'staticQr',
			operation: 'getAll',
			limit: 10,
			options: { maxTries: 3 },
		}),
		payments('Take the code back', {
			resource: 'staticQr',
			operation: 'delete',
			staticQrId: "={{ $('Static QR').first().json.id }}",
			options: {},
		}),
		payments('Delete a location', {
			resource: 'location',
			operation: 'delete',
			locationId: byId("={{ $('Locations').all().find(({ json }) => !json.active).json.id }}"),
			options: {},
		}),
	],
	[
		start,
		payments('Payouts', {
			resource: 'payout',
			returnAll: true,
			output: 'selected',
			outputFields: ['amount', 'currency', 'arrival_date', 'created_at'],
			filters: { createdFrom: '2020-01-01T00:00:00' },
			options: { calendarDay: true },
		}),
	],
	[
		start,
		payments('Plan', {
			resource: 'plan',
			name: 'Gym membership',
			amount: 49.9,
			cycle: 'custom',
			cycleRepeat: 2,
			cycleFrequency: 'week',
			additionalFields: {
				currency: 'SGD',
				reference: 'GYM-2026',
				startDate: 'fixed_date',
				fixedDate: 15,
				timesToBeCharged: 12,
			},
			options: {},
		}),
		payments('Look at the plan', {
			resource: 'plan',
			operation: 'get',
			planId: '={{ $json.id }}',
			options: {},
		}),
		payments('Change the plan', {
			resource: 'plan',
			operation: 'update',
			planId: byId('={{ $json.id }}'),
			updateFields: {
				amount: 59.9,
				cycle: 'custom',
				cycleRepeat: 3,
				cycleFrequency: 'week',
				description: 'Access to all classes',
			},
			options: {},
		}),
		payments('Plans', {
			resource: 'plan',
			operation: 'getAll',
			returnAll: true,
			options: {},
		}),
		payments('Take the plan back', {
			authentication: 'oAuth2',
			resource: 'plan',
			operation: 'delete',
			planId: "={{ $('Plan').first().json.id }}",
			options: {},
		}),
	],
	[
		start,
		payments('Payment request', {
			resource: 'paymentRequest',
			amount: 25,
			currency: 'SGD',
			notify: 'url',
			notifyUrl: 'https://shop.example.com/paid',
			additionalFields: {
				address: { parts: { city: 'Singapore', country: 'SG', line1: '1 Orchard Road' } },
				allowRepeatedPayments: true,
				email: 'ann@example.com',
				expiryDate: '2040-12-31T18:00:00',
				metadata: { pairs: [{ name: 'table', value: '7' }] },
				paymentMethods: ['card', 'paynow_online'],
				purpose: 'Order 1042',
				redirectUrl: 'https://shop.example.com/thank-you',
				referenceNumber: 'ORD-1042',
			},
			options: {},
		}),
		payments('Change it', {
			authentication: 'oAuth2',
			resource: 'paymentRequest',
			operation: 'update',
			paymentRequestId: '={{ $json.id }}',
			updateFields: { amount: 30, purpose: 'Order 1042, changed' },
			options: {},
		}),
		payments('Look at it', {
			resource: 'paymentRequest',
			operation: 'get',
			paymentRequestId: "={{ $('Payment request').first().json.id }}",
			options: {},
		}),
		payments('Find it', {
			resource: 'paymentRequest',
			operation: 'getAll',
			filters: { search: 'ORD-1042' },
			options: {},
		}),
		payments('Take it back', {
			resource: 'paymentRequest',
			operation: 'delete',
			paymentRequestId: "={{ $('Payment request').first().json.id }}",
			options: {},
		}),
	],
	[
		door,
		payments('Ask for the money', {
			resource: 'paymentRequest',
			amount: 25,
			currency: 'SGD',
			notify: 'trigger',
			additionalFields: { referenceNumber: 'ORD-1043' },
			options: {},
		}),
	],
	[
		trigger('Payments Trigger', '6a0b6f5e-0c43-4df4-a1f5-5c1d3f7b9a02', {
			events: ['payment.completed', 'payment.failed', 'refund'],
			options: { includeCharge: true },
		}),
		seen('Paid'),
	],
	[
		trigger('Payment link', '6a0b6f5e-0c43-4df4-a1f5-5c1d3f7b9a03', {
			mode: 'link',
			amount: 12.5,
			currency: 'SGD',
			purpose: 'Workshop on 1 March',
			options: {},
		}),
		seen('Paid by link'),
	],
	[
		trigger('Account', '6a0b6f5e-0c43-4df4-a1f5-5c1d3f7b9a04', {
			authentication: 'oAuth2',
			mode: 'account',
			events: ['charge.updated', 'payout.created'],
			options: { respond: 'finished' },
		}),
		seen('Something happened'),
	],
	[
		pollTrigger('New charges', {
			filters: {
				locationIds: ['9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11'],
				statuses: ['succeeded', 'succeeded_manually'],
			},
			options: { lookBack: 7 },
		}),
		seen('Charged'),
	],
	[
		pollTrigger('Changed charges', {
			authentication: 'oAuth2',
			event: 'chargeStatusChanged',
			output: 'raw',
			filters: { statuses: ['refunded'] },
			options: {},
		}),
		seen('Given back'),
	],
	[
		pollTrigger('New payouts', {
			event: 'newPayout',
			output: 'selected',
			outputFields: ['amount', 'currency', 'created_at'],
			filters: { status: 'paid' },
			options: { calendarDay: true },
		}),
		seen('Paid out'),
	],
];

/**
 * A workflow with every resource and operation of the package, its trigger in all three modes, and its
 * poll trigger with all three events. It is the source of the fixture that a release leaves behind for the later ones.
 */
export function everything(name: string): object {
	const nodes = new Map<string, object>();
	const connections: Record<string, { main: object[][] }> = {};
	branches.forEach((branch, row) =>
		branch.forEach((step, column) => {
			const place = { id: step.name, position: [column * 220, row * 200] };
			if (!nodes.has(step.name)) nodes.set(step.name, { ...place, ...step });
			const before = branch[column - 1];
			if (!before) return;
			const from = (connections[before.name] ??= { main: [[]] });
			from.main[0]!.push({ node: step.name, type: 'main', index: 0 });
		}),
	);
	return { name, nodes: [...nodes.values()], connections, settings: { executionOrder: 'v1' } };
}
