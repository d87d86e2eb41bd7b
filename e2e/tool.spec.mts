/** The node as a tool, called through n8n's own interfaces without a language model. */
import type { IDataObject } from 'n8n-workflow';

import { importExample } from './examples.mjs';
import { expect, test, type OnCleanup, type TestEnvironment } from './fixtures.mjs';
import { serve } from './mcp.mjs';
import { startModel, type Reply } from './model.mjs';
import { everyOperation, fromAI, withTools } from './tools.mjs';
import { outputOf } from './editor.mjs';
import { waitFor } from './waitFor.mjs';

test.use({ environmentName: 'tool' });

const UNKNOWN = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

/** The settings of a person in the tool. */
const limit = { maximumPerCall: 10, currencies: 'SGD' };

const refund = {
	name: 'Refund',
	parameters: {
		resource: 'refund',
		operation: 'create',
		...limit,
		paymentId: fromAI('payment_id', 'string', 'The ID of the charge'),
		refundKind: 'part',
		amount: fromAI('amount', 'number', 'How much is refunded, such as 12.50'),
	},
};

const refundUpTo = {
	name: 'Refund',
	parameters: {
		resource: 'refund',
		operation: 'create',
		...limit,
		paymentId: fromAI('payment_id', 'string', 'The ID of the charge'),
		refundKind: 'total',
		total: fromAI('total', 'number', 'How much is refunded in the end, such as 12.50'),
	},
};

const list = {
	name: 'List charges',
	parameters: {
		resource: 'charge',
		operation: 'getAll',
		returnAll: fromAI('all', 'boolean'),
		limit: fromAI('limit', 'number'),
		filters: { statuses: fromAI('statuses') },
	},
};

const newCharge = ({ simulator }: TestEnvironment) =>
	simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });

const refundsOf = ({ simulator }: TestEnvironment, payment: string) =>
	simulator.records.refunds.filter(({ payment_id }) => payment_id === payment);

test('a model is offered every field of every operation', async ({ environment, onCleanup }) => {
	const types = await environment.editor.nodeTypes('n8n-nodes-payments');
	const type = types.find(({ name }) => name.endsWith('.paymentsTool'))!;
	const operations = everyOperation(type).map((one) => ({
		...one,
		// n8n publishes no tool without its limit.
		parameters: { ...one.parameters, ...limit },
	}));
	expect(operations.length).toBeGreaterThan(0);
	const { tools } = await (await serve(environment, operations, onCleanup)).list();
	expect(tools).toHaveLength(operations.length);
	for (const { name, action, offer } of operations) {
		await test.step(name, () => {
			const tool = tools.find((one) => one.name === name.replaceAll(' ', '_'));
			expect(tool?.description).toBe(`${action} in Payments`);
			const { type, properties, required = [] } = tool!.inputSchema;
			expect({ type, properties }).toEqual({ type: 'object', properties: offer });
			expect([...required].sort()).toEqual(Object.keys(offer).sort());
		});
	}
});

test('a model is offered only the fields that are left to it', async ({
	environment,
	onCleanup,
}) => {
	const { tools } = await (await serve(environment, [refund], onCleanup)).list();
	expect(tools).toMatchObject([
		{
			name: 'Refund',
			description: 'Create a refund in Payments',
			inputSchema: { required: ['payment_id', 'amount'] },
		},
	]);
	expect(tools[0]!.inputSchema.properties).toEqual({
		payment_id: { type: 'string', description: 'The ID of the charge' },
		amount: { type: 'number', description: 'How much is refunded, such as 12.50' },
	});
});

test('a model lists the charges of the simulator', async ({ environment, onCleanup }) => {
	const { call } = await serve(environment, [list], onCleanup);
	const { charges } = environment.simulator.records;
	const idsOf = async (input: object) => {
		const { text, isError } = await call('List_charges', input);
		expect(isError, text).toBe(false);
		return (JSON.parse(text) as Array<{ id: string }>).map(({ id }) => id);
	};
	const wanted = (statuses: string[]) =>
		charges.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);

	const two = await idsOf({ all: false, limit: 20, statuses: 'failed,refunded' });
	expect(two).toEqual(wanted(['failed', 'refunded']).slice(0, 20));
	const all = await idsOf({ all: true, limit: 1, statuses: 'succeeded' });
	expect(all).toEqual(wanted(['succeeded']));
	expect(all.length).toBeGreaterThan(100);
});

test('a model makes one refund', async ({ environment, onCleanup }) => {
	const { call } = await serve(environment, [refund], onCleanup);
	const { id } = newCharge(environment);
	const { text } = await call('Refund', { payment_id: id, amount: 5 });
	expect(JSON.parse(text)).toMatchObject([{ payment_id: id, amount_refunded: 5 }]);
	expect(refundsOf(environment, id)).toMatchObject([{ amount_refunded: 5 }]);
});

test('a model reads what is wrong with its input, and no refund is made', async ({
	environment,
	onCleanup,
}) => {
	const { call } = await serve(environment, [refund, list], onCleanup);
	const { id } = newCharge(environment);
	const before = environment.simulator.records.refunds.length;
	for (const [tool, input, ...wanted] of [
		['Refund', { payment_id: id, amount: -5 }, "'Amount' is below zero", 'amount above 0'],
		['Refund', { payment_id: id, amount: '-5' }, 'Expected number', 'at amount'],
		['Refund', { payment_id: id, amount: 0 }, "'Amount' is zero", 'amount above 0'],
		['Refund', { payment_id: id, amount: 10.01 }, "above 'Maximum per Call'", '10.00 SGD'],
		['Refund', { payment_id: id, amount: 12.01 }, 'above the remaining amount', "Lower 'Amount'"],
		['Refund', { payment_id: id }, 'Required', 'at amount'],
		['Refund', { payment_id: '', amount: 5 }, "'Charge' is empty", 'looks like', UNKNOWN],
		['Refund', { payment_id: 'the first', amount: 5 }, "'Charge' is not a valid ID", UNKNOWN],
		['Refund', { payment_id: UNKNOWN, amount: 5 }, 'was not found', "Check 'Charge'"],
		['List_charges', { all: false, limit: 1, statuses: 'paid' }, "'Statuses'", 'succeeded'],
	] as Array<[string, IDataObject, ...string[]]>) {
		await test.step(`${tool} ${JSON.stringify(input)}`, async () => {
			const { text, isError } = await call(tool, input);
			expect(isError, text).toBe(true);
			for (const part of wanted) expect(text).toContain(part);
		});
	}
	expect(environment.simulator.records.refunds).toHaveLength(before);
});

test('a model never reads the key of the credential', async ({ environment, onCleanup }) => {
	const { editor, simulator } = environment;
	const wrong = 'not-the-key-of-anybody-4711';
	const other = await editor.createCredential('Wrong account', 'paymentsApi', {
		environment: 'custom',
		apiUrl: simulator.url,
		apiKey: wrong,
	});
	const right = await serve(environment, [refund, list], onCleanup);
	const refused = await serve({ ...environment, account: other }, [list], onCleanup);
	const few = { all: false, limit: 3, statuses: 'succeeded' };
	const answers = [
		await right.call('List_charges', few),
		await right.call('Refund', { payment_id: newCharge(environment).id, amount: 5 }),
		await right.call('Refund', { payment_id: UNKNOWN, amount: 5 }),
		await refused.call('List_charges', few),
	];
	expect(answers.map(({ isError }) => isError)).toEqual([false, false, true, true]);
	expect(answers.at(-1)!.text).toContain('Check the key in the credential');
	const read = [...answers, await right.list(), ...(await editor.everything())];
	for (const secret of [simulator.apiKey, simulator.salt, wrong]) {
		expect(JSON.stringify(read)).not.toContain(secret);
	}
});

/** The question of a human review in a chat. */
interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

/** Saves a workflow of an agent with the refund tool and a stand-in model. */
async function agent(
	{ editor, account }: TestEnvironment,
	replies: Reply[],
	onCleanup: OnCleanup,
	tool: typeof refund | typeof refundUpTo = refund,
) {
	const model = await startModel(replies, onCleanup);
	const openAi = { apiKey: 'none', url: model.url };
	const id = await editor.createCredential('Model', 'openAiApi', openAi);
	const { nodes, connections, ...rest } = withTools(
		{
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3.1,
			parameters: { promptType: 'define', text: 'The customer wants 5 back.', options: {} },
		},
		[tool],
		account,
	);
	const workflow = await editor.importWorkflow({
		...rest,
		nodes: [
			...nodes,
			{
				id: 'Start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'Model',
				name: 'Model',
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.3,
				position: [0, 0],
				parameters: {
					model: { __rl: true, mode: 'id', value: 'stand-in' },
					responsesApiEnabled: false,
				},
				credentials: { openAiApi: { id, name: 'Model' } },
			},
		],
		connections: {
			...connections,
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
		},
	});
	return { workflow, turns: model.turns };
}

test('an agent corrects a wrong input and then refunds once', async ({
	environment,
	onCleanup,
}) => {
	const { id } = newCharge(environment);
	const call = (amount: number) => ({ tool: 'Refund', input: { payment_id: id, amount } });
	const replies = [call(-5), call(5), 'Refunded.'];
	const { workflow, turns } = await agent(environment, replies, onCleanup);
	const { status, data } = await environment.editor.run(workflow);

	expect(status).toBe('success');
	const said = outputOf({ data }, 'Agent')[0]?.json;
	expect(said).toEqual({ output: 'Refunded.' });
	expect(turns[0]!.tools).toMatchObject([
		{ function: { name: 'Refund', description: 'Create a refund in Payments' } },
	]);
	const { properties } = turns[0]!.tools[0]!.function.parameters;
	expect(Object.keys(properties)).toEqual(['payment_id', 'amount']);
	const [first, second] = turns.slice(1).map(({ messages }) => messages.at(-1)?.content);
	expect(first).toContain("'Amount' is below zero: -5. Enter an amount above 0.");
	const [made, ...more] = refundsOf(environment, id);
	expect(second).toContain(made!.id);
	expect(more).toEqual([]);
});

test('an agent that calls it again refunds another part', async ({ environment, onCleanup }) => {
	const { id } = newCharge(environment);
	const call = { tool: 'Refund', input: { payment_id: id, amount: 5 } };
	const { workflow, turns } = await agent(environment, [call, call, 'Refunded.'], onCleanup);
	expect((await environment.editor.run(workflow)).status).toBe('success');
	const answers = turns.slice(1).map(({ messages }) => messages.at(-1)?.content);
	const made = refundsOf(environment, id);
	expect(made).toMatchObject([{ amount_refunded: 5 }, { amount_refunded: 5 }]);
	expect(answers).toHaveLength(2);
	for (const one of made) expect(answers.join()).toContain(one.id);
});

test('an agent that calls it again with the same total refunds nothing more', async ({
	environment,
	onCleanup,
}) => {
	const { id } = newCharge(environment);
	const call = { tool: 'Refund', input: { payment_id: id, total: 5 } };
	const replies = [call, call, 'Refunded.'];
	const { workflow, turns } = await agent(environment, replies, onCleanup, refundUpTo);
	expect((await environment.editor.run(workflow)).status).toBe('success');
	const [first, second] = turns.slice(1).map(({ messages }) => messages.at(-1)?.content);
	const made = refundsOf(environment, id);
	expect(made).toMatchObject([{ amount_refunded: 5 }]);
	expect(first).toContain(made[0]!.id);
	expect(second).toContain('"already_refunded":true');
	// The same in another execution.
	const { workflow: again } = await agent(environment, replies, onCleanup, refundUpTo);
	expect((await environment.editor.run(again)).status).toBe('success');
	expect(refundsOf(environment, id)).toHaveLength(1);
});

test('a tool that is run in the editor refunds once', async ({ environment, onCleanup }) => {
	const { id } = newCharge(environment);
	const { workflow } = await agent(environment, [], onCleanup);
	const run = await environment.editor.runTool(workflow, 'Refund', { payment_id: id, amount: '5' });
	expect(run.status).toBe('success');
	const [item] = run.data.resultData.runData.Refund?.[0]?.data?.ai_tool?.[0] ?? [];
	expect(item?.json).toMatchObject({ response: [{ payment_id: id, amount_refunded: 5 }] });
	expect(refundsOf(environment, id)).toHaveLength(1);
});

for (const [decision, refunds] of [
	['Decline', []],
	['Refund', [{ amount_refunded: 5 }]],
] as Array<[string, object[]]>) {
	test(`${decision}, in the human review of the example, lets the agent make ${refunds.length} refunds`, async ({
		environment,
		onCleanup,
	}) => {
		const { editor, account } = environment;
		const { id } = newCharge(environment);
		const toolParameters = { charge_id: id, total: 5 };
		const call = { tool: 'Refund', input: { toolParameters, hitlParameters: {} } };
		const model = await startModel([call, 'Done.'], onCleanup);
		const openAi = { apiKey: 'none', url: model.url };
		const openAiApi = await editor.createCredential('Model', 'openAiApi', openAi);
		const file = 'refund-by-an-agent.json';
		const workflow = await importExample(editor, file, { paymentsApi: account, openAiApi });
		// The stand-in speaks chat completions only.
		workflow.nodes.find(({ name }) => name === 'Model')!.parameters.responsesApiEnabled = false;
		await editor.save(workflow);
		const json = { sessionId: decision, action: 'sendMessage', chatInput: 'Refund 5, please.' };
		const data = { startTime: 0, executionTime: 0, source: [], data: { main: [[{ json }]] } };
		const { name } = workflow.nodes[0]!;
		await editor.start(workflow, { triggerToStartFrom: { name, data } });

		const waiting = await editor.waiting(workflow);
		expect(refundsOf(environment, id)).toEqual([]);
		const [review] = waiting.data.resultData.runData['Approve the refund']!;
		const { text, buttons } = review!.data!.ai_tool![0]![0]!.sendMessage as unknown as Question;
		expect(text).toBe(`Refund the charge ${id} up to a total of 5, in the currency of the charge?`);
		const { link } = buttons.find((one) => one.text === decision)!;
		// n8n ignores what is not a browser.
		await fetch(link, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' } });
		await waitFor('the model to read the result', () => model.turns[1]);
		expect(refundsOf(environment, id)).toMatchObject(refunds);
	});
}
