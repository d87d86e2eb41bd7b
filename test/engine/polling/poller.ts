import { PollContext, PollTriggerExecutor, TriggersAndPollers } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { PaymentsPollTrigger } from '../../../nodes/Payments/PaymentsPollTrigger.node.js';
import { memory } from '../../../nodes/Payments/polling/memory';
import type { PollState } from '../../../nodes/Payments/polling/pollState';
import { hashOf, SeenRecords } from '../../../nodes/Payments/polling/seenRecords';
import { MemoryCredentials } from '../credentials';
import { runFirstNode } from '../firstNode';

/** A workflow that begins with a Payments Poll Trigger, and the n8n around it. */
export interface Poller {
	/** The ID of the workflow. */
	workflow: string;
	/** The items of each run that the trigger started. */
	runs: IDataObject[][];
	/** The results of polls that n8n started by its clock. */
	failed: Error[];
	/** The workflow's static data in n8n's database, as JSON. */
	saved: string;
	/** The parameters of the next publish. */
	parameters: INodeParameters;
	/** Publishes, which polls for the first time. A restart of n8n does the same. @throws what the poll throws */
	publish(): Promise<void>;
	/** A poll by n8n's clock. */
	poll(): Promise<void>;
	/** Reads the workflow of the database again, as n8n does at each publish. @returns a function that polls that copy, by n8n's clock */
	copy(): () => Promise<void>;
	/** Starts n8n again, and publishes. */
	restart(): Promise<void>;
	/** Runs the node by hand in the editor. @throws what the poll throws */
	test(): Promise<IDataObject[]>;
}

let workflows = 0;

const span = { setStatus() {} };
const tracing = {
	startSpan: async (_: unknown, work: (of: typeof span) => Promise<void>) => await work(span),
	startNewTraceSpan: async (_: unknown, work: (of: typeof span) => Promise<void>) =>
		await work(span),
	pickWorkflowAttributes: () => ({}),
	pickNodeAttributes: () => ({}),
};
const logger = { scoped: () => logger, debug() {}, error() {} };

/**
 * Runs the trigger in n8n-core's own context of polls, by n8n-core's own executor of polls. What n8n
 * does around it is as in n8n 2.41.1 and 2.0.0: static data is read from the database when the
 * workflow is published, and saved after that first poll and whenever a poll starts the workflow.
 */
export function startPoller(
	credentials: Record<string, ICredentialDataDecryptedObject>,
	parameters: INodeParameters = {},
): Poller {
	const node = new PaymentsPollTrigger();
	const id = `workflow-${(workflows += 1)}`;
	const nodeTypes: INodeTypes = {
		getByName: () => node,
		getByNameAndVersion: () => node,
		getKnownTypes: () => ({}),
	};
	const type = Object.keys(credentials)[0]!;
	const additionalData = {
		credentialsHelper: new MemoryCredentials(credentials),
		variables: {},
		webhookWaitingBaseUrl: 'http://127.0.0.1:5678/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1:5678/form-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
	const load = () =>
		new Workflow({
			id,
			name: 'Orders',
			active: true,
			nodeTypes,
			settings: { timezone: 'Asia/Singapore' },
			staticData: JSON.parse(poller.saved) as IDataObject,
			connections: {},
			nodes: [
				{
					id: 'trigger-1',
					name: 'Payments Poll Trigger',
					type: 'paymentsPollTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: {
						authentication: type === 'paymentsApi' ? 'apiKey' : 'oAuth2',
						// As the editor saves it if no filter is set.
						filters: {},
						...poller.parameters,
					},
					credentials: { [type]: { id: `${type} of ${id}`, name: 'Test' } },
				},
			],
		});
	const save = (workflow: Workflow) => {
		if (workflow.staticData.__dataChanged !== true) return;
		poller.saved = JSON.stringify(workflow.staticData);
		workflow.staticData.__dataChanged = false;
	};
	const executor = new PollTriggerExecutor(
		logger as never,
		new TriggersAndPollers(),
		tracing as never,
		{} as never,
	);
	let execute: ((isFirst?: boolean) => Promise<void>) | undefined;
	/** The executions that polls started: n8n does not wait for them. */
	const executions: Array<Promise<unknown>> = [];

	/** Opens a copy of the saved workflow. */
	const open = () => {
		const workflow = load();
		const own = workflow.getNode('Payments Poll Trigger')!;
		const context = new PollContext(
			workflow,
			own,
			additionalData,
			'trigger',
			'activate',
			(data) => {
				save(workflow);
				executions.push(run(workflow, 'trigger', data[0]!).then((json) => poller.runs.push(json)));
			},
			(error) => poller.failed.push(error),
		);
		const poll = executor.create(workflow, own, context, () => true);
		return {
			workflow,
			poll: async (isFirst?: boolean) => {
				await poll(isFirst);
				await Promise.all(executions.splice(0));
			},
		};
	};

	const run = async (
		workflow: Workflow,
		mode: 'manual' | 'trigger',
		items: INodeExecutionData[],
	) => {
		const own = workflow.getNode('Payments Poll Trigger')!;
		const around = { workflow, node: own, additionalData, mode };
		const { items: left } = await runFirstNode(around, items);
		return left.map(({ json }) => json);
	};

	const poller: Poller = {
		workflow: id,
		runs: [],
		failed: [],
		saved: '{}',
		parameters,
		async publish() {
			const { poll, workflow } = open();
			await poll(true);
			save(workflow);
			execute = poll;
		},
		copy: () => open().poll,
		async restart() {
			memory.restart();
			await poller.publish();
		},
		async poll() {
			await execute!();
		},
		async test() {
			const workflow = load();
			const json = await run(workflow, 'manual', [{ json: {} }]);
			save(workflow);
			return json;
		},
	};
	return poller;
}

/** Publishes a workflow. @throws what the first poll throws */
export async function publishPoller(...of: Parameters<typeof startPoller>): Promise<Poller> {
	const poller = startPoller(...of);
	await poller.publish();
	return poller;
}

/** Returns the IDs that started the workflow, in order. */
export const ids = ({ runs }: Poller) => runs.flat().map(({ id }) => id);

/** Returns what n8n's database holds of the trigger's state. */
export function stateOf({ saved }: Poller): PollState {
	const nodes = JSON.parse(saved) as Record<string, { memory: PollState }>;
	return Object.values(nodes).find((one) => one.memory)!.memory;
}

/** Returns the status of a record in n8n's database; nothing if it is not there. */
export function savedStatus(poller: Poller, id: string): string | undefined {
	const { buckets, statuses } = stateOf(poller).seen;
	return new SeenRecords(buckets, statuses).statusOf(hashOf(id));
}
