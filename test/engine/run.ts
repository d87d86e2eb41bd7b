import {
	DirectoryLoader,
	ErrorReporter,
	ExecutionLifecycleHooks,
	RoutingNode,
	WebhookContext,
	WorkflowExecute,
	type ExecuteContext,
} from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { MemoryCredentials } from './credentials';
import { nodeFor } from './nodeFor';

// n8n writes errors to the console that tests bring about on purpose. Not by jest: docs/generate/ uses this too.
ErrorReporter.prototype.error = () => {};

/** The options of a run; all else is as in a fresh workflow. */
export interface RunOptions {
	/**
	 * The node's parameters, as the editor saves them. Unless they say otherwise, records are returned raw: most
	 * tests compare them with the service's.
	 */
	parameters: INodeParameters;
	/** The items that reach the node. Default one empty item. */
	items?: IDataObject[];
	/** The values that the user entered into the credentials, by type. */
	credentials: Record<string, ICredentialDataDecryptedObject>;
	/** Settings of the node, such as `onError`. */
	node?: Partial<INode>;
	/** How the run was started: by hand (default), or by a trigger of a published workflow. */
	mode?: 'manual' | 'trigger';
	/** The execution; default a new one. Of another run with the same one the node remembers. */
	executionId?: string;
	/** Gets a function that stops the execution, as the editor's Stop does. */
	stoppable?: (stop: () => void) => void;
	/** The workflow's time zone. */
	timezone?: string;
	/** Where n8n is reached; default an address where nothing responds. */
	n8nUrl?: string;
	/** Gets what the browser's console shows. */
	onConsole?: (message: string) => void;
	/** Another node in place of Payments, or Payments with the fields of all operations. */
	nodeType?: INodeType;
}

/** The result of a run. */
export interface RunResult {
	/** Items of the first output, and of the second one where there is one. */
	items: INodeExecutionData[];
	failed: INodeExecutionData[];
	/** The error that stopped the workflow. */
	error?: Error & { description?: string; httpCode?: string | null; context?: IDataObject };
	run: IRun;
	/** Passes a notification to the node while the execution waits, as n8n does. */
	resume: (body: IDataObject) => Promise<Resumed>;
}

/** The status of the response, and the items with which the execution continues; none if it waits on. */
export interface Resumed {
	status?: number;
	items?: INodeExecutionData[];
}

/** The parameters of an operation, e.g. Refund: Create. */
export function operation<T extends object>(resource: string, name: string, fields: T) {
	return { resource, operation: name, ...fields };
}

/** An API at an address, and a key of it. */
export type Api = Pick<Simulator, 'url' | 'apiKey'>;

/** The credentials of a user of the simulator: the API key. @param typed what else the user typed in, or instead */
export function apiKeyOf({ url, apiKey }: Api, typed: Record<string, string> = {}) {
	return { paymentsApi: { environment: 'custom', apiUrl: url, apiKey, ...typed } };
}

/** The credentials of a merchant who authorized the simulator's app. */
export function oAuth2Of(simulator: Simulator, scope = 'business:read payments') {
	const { clientId, clientSecret } = simulator.oauthApp;
	return {
		paymentsOAuth2Api: {
			environment: 'custom',
			apiUrl: simulator.url,
			dashboardUrl: simulator.url,
			clientId,
			clientSecret,
			scope,
			oauthTokenData: { ...simulator.issueTokens({ scope }) },
		},
	};
}

/** How many requests a simulator had at once. */
export function mostAtOnce({ requests }: Simulator): number {
	return Math.max(...requests.map(({ open }) => open));
}

/** A function that runs the node with an API key of the simulator, unless the options say otherwise. */
export function runnerOf(simulator: Simulator) {
	return async (parameters: INodeParameters, options: Partial<RunOptions> = {}) =>
		await runPayments({ credentials: apiKeyOf(simulator), ...options, parameters });
}

let owned = 0;

/** A node with a credential of its own: what is known of one's limit, or that it is down, is nothing to the next. */
export function ownCredential(): Partial<INode> {
	return { credentials: { paymentsApi: { id: `own ${(owned += 1)}`, name: 'Test' } } };
}

let executions = 0;

/** Runs a workflow of two nodes, Items and Payments, in n8n-core's own engine. */
export async function runPayments(options: RunOptions): Promise<RunResult> {
	const payments: INodeType = options.nodeType ?? nodeFor(options.parameters);
	// As n8n does when it loads a node: adds the request options, such as batching and timeout.
	DirectoryLoader.applyDeclarativeNodeOptionParameters(payments);
	// As n8n does when it looks the node up; n8n-core alone would pass no cancellation on.
	if (!('execute' in payments)) {
		Object.assign(payments, {
			async execute(this: ExecuteContext) {
				return (await new RoutingNode(this, payments).runNode()) ?? [];
			},
		});
	}
	const source: INodeType = {
		description: {
			displayName: 'Items',
			name: 'items',
			group: ['input'],
			version: 1,
			description: '',
			defaults: {},
			inputs: [],
			outputs: ['main'],
			properties: [],
		},
		execute() {
			const items = (options.items ?? [{}]).map((json, item) => ({ json, pairedItem: { item } }));
			return Promise.resolve([items]);
		},
	};
	const nodeTypes: INodeTypes = {
		getByName: (type) => (type === 'payments' ? payments : source),
		getByNameAndVersion: (type) => (type === 'payments' ? payments : source),
		getKnownTypes: () => ({}),
	};
	const type = Object.keys(options.credentials)[0]!;
	const { name = 'Payments' } = options.node ?? {};
	const workflow = new Workflow({
		id: 'workflow',
		name: 'test',
		active: false,
		nodeTypes,
		settings: { timezone: options.timezone ?? 'Asia/Singapore', executionOrder: 'v1' },
		nodes: [
			node('Items', 'items', {}),
			{
				...node(name, 'payments', {
					authentication: type === 'paymentsApi' ? 'apiKey' : 'oAuth2',
					output: 'raw',
					...options.parameters,
				}),
				credentials: { [type]: { id: `${type}-1`, name: 'Test' } },
				...options.node,
			},
		],
		connections: { Items: { main: [[{ node: name, type: 'main', index: 0 }]] } },
	});
	const { mode = 'manual', n8nUrl = 'http://127.0.0.1:5678' } = options;
	executions += 1;
	const additionalData = {
		credentialsHelper: new MemoryCredentials(options.credentials),
		currentNodeExecutionIndex: 0,
		restApiUrl: '',
		instanceBaseUrl: '',
		webhookBaseUrl: '',
		webhookWaitingBaseUrl: `${n8nUrl}/webhook-waiting`,
		webhookTestBaseUrl: '',
		formWaitingBaseUrl: `${n8nUrl}/form-waiting`,
		variables: {},
		executionId: options.executionId ?? String(executions),
		hooks: new ExecutionLifecycleHooks(mode, '1', workflow as never),
		sendDataToUI: (_type: string, { source, messages }: { source: string; messages: string[] }) =>
			options.onConsole?.([source, ...messages].join(' ')),
	} as unknown as IWorkflowExecuteAdditionalData;

	const running = new WorkflowExecute(additionalData, mode).run({
		workflow,
		startNode: workflow.getNode('Items')!,
	});
	options.stoppable?.(() => running.cancel());
	const run = await running;
	const [success = [], failed = []] = run.data.resultData.runData[name]?.at(-1)?.data?.main ?? [];
	return {
		items: success ?? [],
		failed: failed ?? [],
		error: run.data.resultData.error as RunResult['error'],
		run,
		async resume(body) {
			let status: number | undefined;
			const response = { status: (sent: number) => ({ json: () => (status = sent) }) };
			const http = { ...additionalData, httpRequest: { body }, httpResponse: response } as never;
			const waiting = workflow.getNode(name)!;
			const webhookData = { webhookDescription: payments.description.webhooks![0] } as never;
			const { data } = run;
			const context = new WebhookContext(workflow, waiting, http, mode, webhookData, [], data);
			const { workflowData } = await payments.webhook!.call(context);
			return { status, items: workflowData?.[0] };
		},
	};
}

function node(name: string, type: string, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}
