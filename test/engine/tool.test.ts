import { ExecutionLifecycleHooks, RoutingNode, WorkflowExecute } from 'n8n-core';
import { Workflow, type IDataObject, type INodeParameters, type INodeType } from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node';
import type { Charge } from '../../simulator';
import { useVirtualClock } from '../clock';
import { useSimulator } from '../useSimulator';
import { MemoryCredentials } from './credentials';
import { apiKeyOf, operation } from './run';
import { chargeParameters } from './writes/charges';

const simulator = useSimulator();
useVirtualClock();

const UNKNOWN = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
let executions = 0;

/** The call of a tool by an agent's model. */
type Call = [tool: string, input: IDataObject];
type Tool = IDataObject & { invoke: (input: IDataObject) => Promise<string> };

const id = "={{ $fromAI('id') }}";
const amount = "={{ $fromAI('amount', '', 'number') }}";
const charge = operation('charge', 'get', {
	// As the editor keeps what is left to the model.
	chargeId: { __rl: true, mode: 'id', value: id },
});
/** The settings of a person in the tool. */
const limit = { maximumPerCall: 10, currencies: 'myr, SGD' };
const refund = operation('refund', 'create', {
	...limit,
	paymentId: id,
	refundKind: "={{ $fromAI('kind') }}",
	total: amount,
	amount,
});
const subscription = { ...chargeParameters, ...limit, subscriptionId: charge.chargeId, amount };
const name = "={{ $fromAI('name') }}";
const code = { resource: 'staticQr', operation: 'create', name, qrPicture: 'png' };

const waiting = operation('paymentRequest', 'createAndWait', {
	amount: 25,
	currency: 'SGD',
	email: 'ann@example.com',
});
const rename = operation('staticQr', 'update', { staticQrId: id, updateFields: { name } });
const remove = operation('staticQr', 'delete', { staticQrId: id, allowChanges: true });

/** As n8n looks up `paymentsTool` (n8n/dist/node-types.js): it runs as the node it is made from. */
function asTool(): INodeType {
	const node: INodeType = new Payments();
	return {
		description: { ...node.description, name: 'paymentsTool', inputs: [], outputs: ['ai_tool'] },
		execute: async function () {
			return (await new RoutingNode(this as never, node).runNode()) ?? [];
		},
	};
}

/**
 * Lets an agent, in n8n-core's own engine, ask the tools; what it asks in one turn, it asks at once.
 *
 * @param by what runs the tools: the agent itself, or the engine for it (Agent of version 3)
 * @param items how many items the agent got
 * @param changed parameters of the tools that replace the usual ones
 */
async function converse(
	turns: Call[][],
	by = 'the agent',
	items = 1,
	changed: Record<string, INodeParameters> = {},
) {
	const answers: IDataObject[] = [];
	const left = [...turns];
	let offered: Tool[] = [];
	const invoke = ([tool, input]: Call) =>
		offered
			.find(({ name }) => name === tool)!
			.invoke(input)
			.then((text) => ({ items: JSON.parse(text) as IDataObject[] }))
			.catch(({ message }: Error) => ({ error: message }));
	const agent: INodeType['execute'] = async function (response) {
		offered = (await this.getInputConnectionData('ai_tool', 0)) as Tool[];
		for (const { data } of response?.actionResponses ?? []) {
			const items = data.data?.ai_tool?.[0]?.map(({ json }) => json);
			answers.push(data.error ? { error: data.error.message } : { items });
		}
		for (let turn = left.shift(); turn; turn = left.shift()) {
			const request = { actionType: 'ExecutionNodeAction', type: 'ai_tool' };
			const actions = turn.map(([nodeName, input], id) => ({ ...request, nodeName, input, id }));
			if (by === 'the engine') return { actions, metadata: {} } as never;
			answers.push(...(await Promise.all(turn.map(invoke))));
		}
		return [this.getInputData()];
	};
	const start = () => Promise.resolve([Array(items).fill({ json: {} })]);
	const type = (execute: INodeType['execute'], ...inputs: string[]) =>
		({ description: { inputs, outputs: ['main'], properties: [] }, execute }) as never as INodeType;
	const agentType = type(agent, 'main', 'ai_tool');
	const types = new Map(
		Object.entries({ start: type(start), agent: agentType, paymentsTool: asTool() }),
	);
	const rest = { typeVersion: 1, credentials: { paymentsApi: { id: '1', name: 'Test' } } };
	const node = (name: string, type: string, parameters: INodeParameters = {}) =>
		({ id: name, name, type, parameters, ...rest }) as never;
	const to = (type: 'main' | 'ai_tool') => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const all = {
		Charge: charge,
		Refund: refund,
		Subscription: subscription,
		Code: code,
		Rename: rename,
		Delete: remove,
	};
	const tools = Object.entries(all).map(([name, parameters]) =>
		node(name, 'paymentsTool', { ...parameters, ...changed[name] }),
	);
	const workflow = new Workflow({
		active: false,
		settings: { executionOrder: 'v1' },
		nodeTypes: { getByNameAndVersion: (name: string) => types.get(name) } as never,
		nodes: [node('Start', 'start'), node('Agent', 'agent'), ...tools],
		connections: {
			Start: to('main'),
			...Object.fromEntries(Object.keys(all).map((name) => [name, to('ai_tool')])),
		},
	});
	const additionalData = {
		credentialsHelper: new MemoryCredentials(apiKeyOf(simulator)),
		currentNodeExecutionIndex: 0,
		webhookWaitingBaseUrl: simulator.url,
		formWaitingBaseUrl: simulator.url,
		executionId: `tool ${(executions += 1)}`,
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow as never),
	};
	const engine = new WorkflowExecute(additionalData as never, 'manual');
	const { data } = await engine.run({ workflow, startNode: workflow.getNode('Start')! });
	expect(data.resultData.error).toBeUndefined();
	return { answers, offered };
}

const newCharge = () => simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
const refundsOf = ({ id }: Charge) =>
	simulator.records.refunds.filter((one) => one.payment_id === id);

describe.each(['the agent', 'the engine'])('as a tool that %s runs', (by) => {
	test('it gives the charge that was asked for, though the agent has two items', async () => {
		const { id } = newCharge();
		const { answers } = await converse([[['Charge', { id }]]], by, 2);
		expect(answers).toMatchObject([{ items: [{ id, amount: 12 }] }]);
	});

	test('a refund that fails leaves the other one of the same turn alone', async () => {
		const charge = newCharge();
		const calls = [UNKNOWN, charge.id].map((id): Call => [
			'Refund',
			{ id, kind: 'part', amount: 5 },
		]);
		const { answers } = await converse([calls], by);
		expect(answers[0]!.error).toContain('The charge to refund was not found');
		expect(answers[1]).toMatchObject({ items: [{ payment_id: charge.id, amount_refunded: 5 }] });
		expect(refundsOf(charge)).toHaveLength(1);
	});

	test('it gives the code that was made, and its picture stays out of the conversation', async () => {
		const { answers } = await converse([[['Code', { name: 'Counter 1' }]]], by);
		const { id, qr_value } = simulator.records.staticQrs[0]!;
		expect(answers).toMatchObject([{ items: [{ id, qr_value, name: 'Counter 1' }] }]);
		expect(JSON.stringify(answers)).not.toMatch(/binary|data:|iVBOR/);
	});

	test('an update is sent each time it is asked for', async () => {
		await converse([[['Code', { name: 'Counter 1' }]]], by);
		const { id } = simulator.records.staticQrs[0]!;
		const calls = ['One', 'Two', 'One'].map((name): Call => ['Rename', { id, name }]);
		const { answers } = await converse([[calls[0]!, calls[0]!], [calls[1]!], [calls[2]!]], by);
		const names = ['One', 'One', 'Two', 'One'];
		expect(answers).toMatchObject(names.map((name) => ({ items: [{ id, name }] })));
		expect(simulator.requests.filter(({ method }) => method === 'PUT')).toHaveLength(4);
	});

	test('a refund asked for again, in the same turn or the next one, is another one', async () => {
		const charge = newCharge();
		const call: Call = ['Refund', { id: charge.id, kind: 'part', amount: 5 }];
		const { answers } = await converse([[call, call], [call]], by);
		const refunds = refundsOf(charge);
		// Of 12, twice 5.
		expect(refunds).toHaveLength(2);
		expect(answers).toHaveLength(3);
		expect(answers[2]!.error).toContain('above the remaining amount of the charge');
	});

	test('a refund up to a total is the same, however often it is asked for', async () => {
		const charge = newCharge();
		const call: Call = ['Refund', { id: charge.id, kind: 'total', amount: 5 }];
		const { answers } = await converse([[call, call], [call]], by);
		expect(refundsOf(charge)).toHaveLength(1);
		const isRefunded = { total_refunded: 5 };
		expect(answers).toMatchObject(Array(3).fill({ items: [isRefunded] }));
	});
});

describe.each(['the agent', 'the engine'])('the remaining amount, by a tool that %s runs', (by) => {
	test('is refunded once, however often it is asked for, after parts too', async () => {
		const charge = newCharge();
		const part: Call = ['Refund', { id: charge.id, kind: 'part', amount: 5 }];
		const rest: Call = ['Refund', { id: charge.id, kind: 'everything', amount: 0 }];
		const { answers } = await converse([[part], [rest, rest], [rest]], by);
		const refunds = refundsOf(charge);
		expect(refunds.map(({ amount_refunded }) => amount_refunded).sort()).toEqual([5, 7]);
		const { id } = refunds.find(({ amount_refunded }) => amount_refunded === 7)!;
		expect(answers[1]).toMatchObject({ items: [{ id }] });
		for (const { error } of answers.slice(2)) {
			expect(error).toContain('The charge is already fully refunded');
			expect(error).toContain('The 1st item of this execution refunded it.');
		}
	});
});

describe.each(['the agent', 'the engine'])('a model whose tools %s runs reads', (by) => {
	/** The text that it reads; n8n has words of its own for codes of the network, which ask to retry. */
	async function told(call: Call): Promise<string> {
		const { answers } = await converse([[call]], by);
		const error = answers[0]!.error as string;
		expect(error).not.toMatch(/retry|closed unexpectedly|offline|timed out|file or directory/i);
		return error;
	}

	test('that it is not known whether a refund was made, when the connection broke off', async () => {
		const charge = newCharge();
		simulator.fault({ path: '/v1/refund', cut: 'before' });
		const error = await told(['Refund', { id: charge.id, kind: 'part', amount: 5 }]);
		expect(error).toContain('Could not confirm whether 5.00 SGD was refunded.');
		expect(error).toContain('The connection was lost. Before, 0.00 SGD of the charge');
		expect(error).toContain('Look at the charge with Charge: Get before you run this item again');
		expect(refundsOf(charge)).toHaveLength(0);
	});

	test('that the charge could not be read afterwards either', async () => {
		simulator.fault({ path: '/v1/refund', cut: 'before' });
		simulator.fault({ path: '/v1/charges', skip: 1, cut: 'before', times: 100 });
		const error = await told(['Refund', { id: newCharge().id, kind: 'part', amount: 5 }]);
		expect(error).toContain('Could not confirm whether 5.00 SGD was refunded.');
		expect(error).toContain('The charge could not be read afterwards.');
	});

	test('that the connection broke off, when something was only read', async () => {
		simulator.fault({ path: '/v1/charges', cut: 'before', times: 100 });
		const error = await told(['Charge', { id: newCharge().id }]);
		expect(error).toContain('The connection to the Payments API was lost.');
		expect(error).toContain("Check n8n's network connection");
	});

	test.each([
		'ECONNRESET',
		'read etimedout 10.0.0.1',
		'The reference is preexisting',
		'Insufficient balance.',
	])('the message of the service, %p', async (message) => {
		simulator.fault({ path: '/v1/charges', status: 422, body: { message } });
		simulator.fault({ path: '/v1/refund', status: 422, body: { message } });
		for (const tool of ['Charge', 'Refund']) {
			const error = await told([tool, { id: newCharge().id, kind: 'part', amount: 5 }]);
			expect(error.replace('-', '')).toBe(
				`${message.replace(/\.$/, '')}. Correct the values named here, then run the node again.`,
			);
		}
	});
});

test.each(['the agent', 'the engine'])(
	'the model reads by %s what is wrong with its input, and what to do',
	async (by) => {
		const charge = newCharge();
		const { answers } = await converse([[['Refund', { id: '', kind: 'part', amount: 5 }]]], by, 2);
		const error = expect.stringMatching(
			/^'Charge' is empty\. Choose one from the list, /,
		) as string;
		expect(answers).toEqual([{ error }]);
		expect(refundsOf(charge)).toHaveLength(0);
	},
);

test('the model reads what a tool does, and which fields to fill', async () => {
	const { offered } = await converse([]);
	const refund = offered.find(({ name }) => name === 'Refund')!;
	expect(refund.description).toBe('Create a refund in Payments');
	expect(Object.keys((refund.schema as { shape: object }).shape)).toEqual(['id', 'kind', 'amount']);
});

describe.each(['the agent', 'the engine'])('what a person limits in a tool that %s runs', (by) => {
	const part = { kind: 'part', amount: 5 };
	const filled = "={{ $fromAI('id') }}";
	test.each<[refused: string, tool: string, changed: INodeParameters, input: IDataObject]>([
		["5.00 SGD is above 'Maximum per Call'", 'Refund', { maximumPerCall: 4.99 }, part],
		["12.00 SGD is above 'Maximum per Call'", 'Refund', {}, { kind: 'everything' }],
		["11.00 SGD is above 'Maximum per Call'", 'Refund', {}, { kind: 'total', amount: 11 }],
		["The currency of 5.00 SGD is not among 'Currencies'", 'Refund', { currencies: 'MYR' }, part],
		["'Maximum per Call' is empty", 'Refund', { maximumPerCall: '' }, part],
		["'Maximum per Call' is not a number", 'Refund', { maximumPerCall: filled }, part],
		["'Currencies' is empty", 'Refund', { currencies: '' }, part],
		["'Currencies' is not a currency", 'Refund', { currencies: filled }, part],
		["10.01 SGD is above 'Maximum per Call'", 'Subscription', {}, { amount: 10.01 }],
		["'Maximum per Call' is empty", 'Subscription', { maximumPerCall: '' }, { amount: 5 }],
		["'Allow Changes' is not on", 'Delete', { allowChanges: false }, {}],
		["'Allow Changes' is not on", 'Delete', { allowChanges: '={{ true }}' }, {}],
		['An agent cannot wait for a payment', 'Code', waiting, {}],
	])('is refused before a request moves or deletes anything: %s (%s)', async (...row) => {
		const [refused, tool, changed, input] = row;
		const ids: Record<string, string> = {
			Refund: newCharge().id,
			Subscription: simulator.addSubscription().id,
		};
		const call: Call = [tool, { id: ids[tool] ?? UNKNOWN, amount: 0, ...input }];
		const { answers } = await converse([[call]], by, 1, { [tool]: changed });
		expect(answers[0]!.error).toContain(refused);
		expect(simulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('is sent up to the maximum, and deleted once that is allowed', async () => {
		const refunded: Call = ['Refund', { id: newCharge().id, kind: 'part', amount: 10 }];
		const { answers } = await converse([[refunded, ['Code', { name: 'Counter 1' }]]], by);
		expect(answers[0]).toMatchObject({ items: [{ amount_refunded: 10 }] });
		const [{ id }] = answers[1]!.items as [{ id: string }];
		const deletion = await converse([[['Delete', { id }]]], by);
		expect(deletion.answers).toMatchObject([{ items: [{ deleted: true, id }] }]);
	});
});
