import express from 'express';
import { HookContext, WebhookContext } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type IDataObject,
	type INodeParameters,
	type INodeTypes,
	type IWebhookData,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type ICredentialDataDecryptedObject,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { PaymentsTrigger } from '../../../nodes/Payments/PaymentsTrigger.node.js';
import type { Simulator } from '../../../simulator';
import { testEvents } from '../../../simulator/routes/testEvents';
import { signBody, signFields } from '../../../simulator/webhooks/signatures';
import { startHttpServer } from '../../httpServer';
import { MemoryCredentials } from '../credentials';
import { runFirstNode } from '../firstNode';
import { requester } from '../service';

/** A published workflow that begins with a Payments Trigger, and the server that n8n is to it. */
export interface Trigger {
	/** Where the service delivers. */
	url: string;
	/** The same where it really is, whatever n8n takes for its address. */
	local: string;
	/** The items that started the workflow, in turn. */
	started: IDataObject[];
	/** The hints of these executions. */
	hints: string[];
	/** The errors of the node, which n8n answers with 500. */
	thrown: unknown[];
	/** Calls the node with a message, without a server. @returns the status of the response, of one that starts nothing */
	handle(message: Message): Promise<number>;
	/** Opens the trigger's URL as a customer does. @throws an error if n8n registers none */
	open(): Promise<globalThis.Response>;
	/** Edits the node's parameters; published triggers notice at the next publish. */
	edit(parameters: INodeParameters): void;
	/** Edits the credential, e.g. enters salts. */
	enter(typed: ICredentialDataDecryptedObject): void;
	/** Does what n8n does at each publish, and gives what the node keeps in its static data. */
	publish(): Promise<IDataObject>;
	/** Does what n8n does when it starts: after an error, it removes what is registered, and sets it up again. */
	restart(): Promise<void>;
	unpublish(): Promise<void>;
	/** Lets the next starts of the workflow fail, as when n8n's database is away. */
	failStarts(times: number): void;
	/** Lets the next runs of the workflow fail on their way. */
	failRuns(times: number): void;
	/** How long a run of the workflow takes, in milliseconds. */
	runTime: number;
	close(): Promise<void>;
}

/** The options of a trigger. */
export interface TriggerOptions {
	/** Unless they say otherwise, events are output raw: most tests compare what was received. */
	parameters?: INodeParameters;
	credentials: Record<string, ICredentialDataDecryptedObject>;
	/** Whether the editor listens for a test event instead of a published workflow. */
	isTest?: boolean;
	/** The value of N8N_ENDPOINT_WEBHOOK_TEST. */
	testEndpoint?: string;
	/** The workflow; triggers of the same one share their memory. */
	workflowId?: string;
	/** The static data of the node in n8n's database, such as that of another n8n. */
	staticData?: IDataObject;
	/** Which n8n it is. A copy of n8n's database and encryption key has the same. */
	instanceId?: string;
	/** Where n8n is reached, without the path of its webhooks. */
	address?: string;
}

let workflows = 0;

/**
 * Runs the trigger in n8n-core's own contexts of activation and webhooks, behind a real HTTP
 * server. Of n8n itself the routing and the start of the execution are left out.
 */
export async function startTrigger(options: TriggerOptions): Promise<Trigger> {
	const node = new PaymentsTrigger();
	const nodeTypes: INodeTypes = {
		getByName: () => node,
		getByNameAndVersion: () => node,
		getKnownTypes: () => ({}),
	};
	const type = Object.keys(options.credentials)[0]!;
	workflows += 1;
	const workflow = new Workflow({
		id: options.workflowId ?? `workflow-${workflows}`,
		name: 'Orders',
		active: true,
		nodeTypes,
		settings: { timezone: 'Asia/Singapore' },
		staticData: { 'node:Payments Trigger': structuredClone(options.staticData ?? {}) },
		connections: {},
		nodes: [
			{
				id: 'trigger-1',
				name: 'Payments Trigger',
				type: 'paymentsTrigger',
				typeVersion: 1,
				position: [0, 0],
				webhookId: '4b1d6c3e-0000-4000-8000-000000000001',
				parameters: {
					authentication: type === 'paymentsApi' ? 'apiKey' : 'oAuth2',
					output: 'raw',
					...options.parameters,
				},
				credentials: { [type]: { id: `${type}-1`, name: 'Test' } },
			},
		],
	});
	const own = workflow.getNode('Payments Trigger')!;

	const credentials = new MemoryCredentials(structuredClone(options.credentials));
	let failing = 0;
	let failingRuns = 0;
	const started: IDataObject[] = [];
	const hints: string[] = [];
	const thrown: unknown[] = [];
	const additionalData = {
		credentialsHelper: credentials,
		variables: {},
		webhookWaitingBaseUrl: 'http://127.0.0.1:5678/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1:5678/form-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
	const mode = options.isTest ? 'manual' : 'trigger';
	const webhookData: IWebhookData = {
		httpMethod: 'POST',
		node: own.name,
		path: 'payments',
		webhookDescription: node.description.webhooks![0]!,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: additionalData,
		isTest: options.isTest,
	};

	const [, link] = node.description.webhooks!;
	const linkData: IWebhookData = { ...webhookData, webhookDescription: link! };

	/** The context of n8n for a request. @param data the webhook that it reaches */
	const contextOf = (
		httpRequest: express.Request,
		httpResponse: express.Response,
		data = webhookData,
	) => {
		const http = { ...additionalData, httpRequest, httpResponse };
		return new WebhookContext(workflow, own, http, mode, data, [], null);
	};

	const app = express();
	// As n8n does: a query parameter may be an object or a list.
	app.set('query parser', 'extended');
	// n8n keeps the body as it came, and parses it for nodes that ask for that.
	app.use(express.raw({ type: () => true, limit: '16mb' }));
	app.get('/{*path}', async (httpRequest, httpResponse) => {
		await node.webhook.call(contextOf(httpRequest, httpResponse, linkData));
	});
	app.post('/{*path}', async (request, response) => {
		Object.assign(request, {
			rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
		});
		const result = await node.webhook
			.call(contextOf(request, response))
			.catch((error: unknown): IWebhookResponseData => {
				thrown.push(error);
				response
					.status(500)
					.json({ message: 'Workflow Webhook Error: Workflow could not be started!' });
				return { noWebhookResponse: true };
			});
		if (result.noWebhookResponse) return;
		if (failing > 0) {
			failing -= 1;
			response.status(500).json({ message: 'The workflow could not be started' });
			return;
		}
		const around = { workflow, node: own, additionalData, mode } as const;
		for (const items of result.workflowData ?? []) {
			const left = await runFirstNode(around, items);
			started.push(...left.items.map(({ json }) => json));
			hints.push(...left.hints.map(({ message }) => message));
		}
		const isFailing = failingRuns > 0;
		if (isFailing) failingRuns -= 1;
		const described = (name: 'responseMode' | 'responseData') => {
			const value = webhookData.webhookDescription[name];
			return workflow.expression.getSimpleParameterValue(own, value, mode, {});
		};
		const responseMode = described('responseMode');
		if (responseMode === 'lastNode') await sleep(trigger.runTime);
		if (responseMode === 'lastNode' && isFailing) {
			response.status(500).json({ message: 'Error in workflow' });
			return;
		}
		// n8n's own default goes before what the node answers.
		const responseData = described('responseData') ?? 'firstEntryJson';
		if (responseData === 'noData') response.json(undefined);
		else response.json(responseData || result.webhookResponse);
	});
	const { url: base, close } = await startHttpServer(
		(request, response) => void app(request, response),
	);
	const address = options.address ?? base;
	additionalData.webhookBaseUrl = `${address}/webhook`;
	additionalData.webhookTestBaseUrl = `${address}/${options.testEndpoint ?? 'webhook-test'}`;

	const hook = (by: WorkflowExecuteMode = mode, activation: WorkflowActivateMode = 'activate') => {
		const context = new HookContext(workflow, own, additionalData, by, activation, webhookData);
		const { instanceId = 'this-n8n' } = options;
		return Object.assign(context, { getInstanceId: () => instanceId });
	};
	const setUp = async (activation?: WorkflowActivateMode) => {
		const hooks = node.webhookMethods.default;
		if (await hooks.checkExists.call(hook(mode, activation))) return;
		await hooks.create.call(hook(mode, activation));
	};
	const trigger: Trigger = {
		runTime: 0,
		get url() {
			const { token } = hook().getWorkflowStaticData('node') as { token?: string };
			return hook().getNodeWebhookUrl('default')! + (token === undefined ? '' : `?token=${token}`);
		},
		get local() {
			return trigger.url.replace(address, base);
		},
		started,
		hints,
		thrown,
		async handle({ headers, body }) {
			let sent = 0;
			const httpResponse = {
				status: (status: number) => ({ json: () => (sent = status) }),
				end: () => undefined,
			} as unknown as express.Response;
			const httpRequest = {
				method: 'POST',
				headers,
				rawBody: Buffer.from(body),
				query: Object.fromEntries(new URL(trigger.url).searchParams),
			} as unknown as express.Request;
			await node.webhook.call(contextOf(httpRequest, httpResponse));
			return sent;
		},
		async open() {
			const method = workflow.expression.getSimpleParameterValue(own, link!.httpMethod, mode, {});
			if (method !== 'GET') throw new Error('No webhook');
			const url = hook().getNodeWebhookUrl('setup')!.replace(address, base);
			return await fetch(url, { redirect: 'manual' });
		},
		enter: (typed) => {
			for (const stored of Object.values(credentials.stored)) Object.assign(stored, typed);
		},
		edit: (parameters) => {
			const { properties } = node.description;
			const all = { ...own.parameters, ...parameters };
			own.parameters = NodeHelpers.getNodeParameters(
				properties,
				all,
				true,
				false,
				own,
				node.description,
			)!;
		},
		async publish() {
			await setUp();
			return hook().getWorkflowStaticData('node');
		},
		async restart() {
			await setUp('init').catch(async () => {
				await trigger.unpublish().catch(() => undefined);
				await setUp('init');
			});
		},
		async unpublish() {
			// n8n says no more of what it removes.
			await node.webhookMethods.default.delete.call(hook('internal'));
		},
		failStarts: (times) => {
			failing = times;
		},
		failRuns: (times) => {
			failingRuns = times;
		},
		close,
	};
	return trigger;
}

/** @returns a function that starts triggers, which are closed after each test */
export function useTriggers(): typeof startTrigger {
	const triggers: Trigger[] = [];
	afterEach(() => Promise.all(triggers.splice(0).map((trigger) => trigger.close())));
	return async (options) => {
		const trigger = await startTrigger(options);
		triggers.push(trigger);
		return trigger;
	};
}

/** Waits until it is decided what is remembered, which is after the response. */
export const settle = () => sleep(20);

/** A request to a webhook. */
export interface Message {
	headers: Record<string, string>;
	body: string;
}

/** A callback as the service sends it; without a salt nothing is signed. */
export function callback(fields: Record<string, string>, salt?: string): Message {
	const form = new URLSearchParams(fields);
	if (salt !== undefined) form.set('hmac', signFields(fields, salt));
	return {
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: form.toString(),
	};
}

/** An event as the service sends it; without a salt nothing is signed. @param name e.g. `charge.created` */
export function serviceEvent(name: string, record: object, salt?: string): Message {
	const [object = '', type = ''] = name.split('.');
	const body = JSON.stringify(record);
	return {
		headers: {
			'content-type': 'application/json',
			'hitpay-event-object': object,
			'hitpay-event-type': type,
			...(salt === undefined ? {} : { 'hitpay-signature': signBody(body, salt) }),
		},
		body,
	};
}

/** Delivers a message by hand. */
export async function deliver({ url }: { url: string }, { headers, body }: Message) {
	const answer = await fetch(url, { method: 'POST', headers, body });
	return { status: answer.status, text: await answer.text() };
}

/** Delivers messages one after the other. @returns the statuses of the responses */
export async function deliverAll(trigger: { url: string }, messages: Message[]) {
	const statuses: number[] = [];
	for (const message of messages) {
		statuses.push((await deliver(trigger, message)).status);
		await settle();
	}
	return statuses;
}

/** Returns the event that a trigger outputs for an event that the simulator can send. */
export const nameOf = (event: string) =>
	event.replace('payment_request.', 'payment.').replace('refund.created', 'refund');

/** The events that can start a workflow with all events of the account. */
export const allEvents = testEvents
	.map(nameOf)
	.filter((event) => event !== 'payment.pending')
	.sort();

const payment = {
	payment_id: '',
	payment_request_id: '',
	phone: '',
	amount: '25.50',
	currency: 'SGD',
	status: 'completed',
	reference_number: '',
};

/** The fields of a payment's callback. */
export const paymentFields = (fields: Partial<typeof payment> = {}) => ({ ...payment, ...fields });

/**
 * Creates a payment request of 25.50 SGD, and pays it without a notification of the simulator.
 *
 * @param webhook the URL that it notifies
 * @param more other fields of the payment request
 */
export async function paySilently(simulator: Simulator, webhook: string | null, more?: object) {
	const body = { amount: 25.5, currency: 'SGD', ...more };
	const { id } = await requester(simulator)('/v1/payment-requests', body);
	const charge = simulator.pay(id);
	const request = simulator.records.paymentRequests.find((one) => one.id === id)!;
	request.webhook = webhook;
	const reference_number = request.reference_number ?? '';
	const fields = paymentFields({ payment_id: charge.id, payment_request_id: id, reference_number });
	return { id, charge, fields };
}
