import { DirectoryLoader } from 'n8n-core';
import type { IDataObject, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';

import { Payments } from '../../../nodes/Payments/Payments.node.js';
import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { operation, runnerOf, type RunOptions, type RunResult } from '../run';
import { shortenWaits } from '../waits';

const simulator = useSimulator();
shortenWaits();

const UNKNOWN = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
const HOUR_MS = 3_600_000;
const completed = { status: 'completed' };

const run = async (name: string, parameters: INodeParameters, options?: Partial<RunOptions>) =>
	await runnerOf(simulator)(operation('paymentRequest', name, parameters), options);

const createAndWait = async (more: INodeParameters = {}, options?: Partial<RunOptions>) =>
	await run(
		'createAndWait',
		{ amount: 25, currency: 'SGD', email: 'ann@example.com', output: 'simplified', ...more },
		options,
	);

/** A payment request that notifies the next execution. */
async function created(executionId: string): Promise<IDataObject> {
	const parameters = { amount: 25, currency: 'SGD', notify: 'wait' };
	const { items } = await succeeded(run('create', parameters, { executionId }));
	return items[0]!.json;
}

const wait = async (id: unknown, options?: Partial<RunOptions>) =>
	await run('wait', { paymentRequestId: id as string, output: 'simplified' }, options);

/** How long an execution waits, in milliseconds; nothing if it does not wait. */
const timeOf = ({ run: { data } }: RunResult) => data.waitTill && +data.waitTill - Date.now();

/** The item that n8n passes on after the time. */
const afterTime = ({ run: { data } }: RunResult) =>
	data.executionData!.nodeExecutionStack[0]!.data.main![0]![0]!.json;

describe('Create and Wait for Payment', () => {
	test('HitPay sends the customer the link, and the request cannot be paid once the execution continues', async () => {
		const result = await createAndWait({ waitAtMost: '2 hours' });
		const { body } = simulator.requests.find(({ method }) => method === 'POST')!;
		expect(body).toMatchObject({
			email: 'ann@example.com',
			send_email: 'true',
			expires_after: '2 hours',
			webhook: expect.stringContaining('/webhook-waiting/') as string,
		});
		expect(timeOf(result)! / HOUR_MS).toBeGreaterThan(2);
		expect(timeOf(result)! / HOUR_MS).toBeLessThan(2.5);
	});

	test('at the counter, a reader asks for the card, and shows nothing once the payment is canceled', async () => {
		const terminal = simulator.records.readers[0]!.data.id;
		await createAndWait({ sendLinkBy: 'reader', email: '', wifiTerminalId: terminal });
		const { body } = simulator.requests.find(({ method }) => method === 'POST')!;
		expect(body).toMatchObject({
			payment_methods: ['wifi_card_reader'],
			wifi_terminal_id: terminal,
		});
		expect(body).not.toHaveProperty('send_email');
		const screen = async () => await (await fetch(`${simulator.url}/readers/${terminal}`)).text();
		expect(await screen()).toContain('SGD 25.00');
		const reader = operation('reader', 'cancelPayment', { readerId: terminal });
		const { items } = await succeeded(runnerOf(simulator)(reader));
		expect(items[0]!.json).toEqual({ success: true, reader_id: terminal });
		expect(await screen()).toContain('asks for no payment');
	});

	test('by SMS, only the phone number is sent', async () => {
		await createAndWait({ sendLinkBy: 'sms', phone: '+6591234567' });
		const { body } = simulator.requests.find(({ method }) => method === 'POST')!;
		expect(body).toMatchObject({ phone: '+6591234567', send_sms: 'true' });
		expect(body).not.toHaveProperty('email');
		expect(body).not.toHaveProperty('send_email');
	});

	test('after the time, the request is output as not paid', async () => {
		const result = await createAndWait({}, { items: [{ order: 1042 }] });
		const { id } = simulator.records.paymentRequests[0]!;
		expect(afterTime(result)).toMatchObject({ id, paid: false, charge: null });
		const { Items } = result.run.data.resultData.runData;
		expect(Items![0]!.data!.main![0]![0]!.json).toEqual({ order: 1042 });
	});

	test.each([
		['simplified', 'card'],
		['selected', 'card'],
		['raw', expect.objectContaining({ name: 'card' })],
	])('once it is paid, the request is output with its charge: %s', async (output, method) => {
		const result = await createAndWait({ output, outputFields: ['payment_id'] });
		const { id } = simulator.records.paymentRequests[0]!;
		const charge = simulator.pay(id);
		const { items } = await result.resume(completed);
		expect(items).toHaveLength(1);
		expect(items![0]!.json).toMatchObject({
			id,
			paid: true,
			charge: { id: charge.id, amount: charge.amount, payment_method: method as unknown },
		});
	});

	test('the fields may be of an expression, and the node may have any name', async () => {
		const parameters = { output: 'selected', outputFields: '={{ $json.fields }}' };
		const items = [{ fields: ['status'] }];
		const result = await createAndWait(parameters, { items, node: { name: 'Pay }} "now"' } });
		simulator.pay(simulator.records.paymentRequests[0]!.id);
		const { items: output } = await result.resume(completed);
		expect(output![0]!.json).toMatchObject({ paid: true, status: 'completed' });
		expect(output![0]!.json).not.toHaveProperty('url');
	});

	test('the checkout page is linked while the execution waits', async () => {
		const { run: ended } = await createAndWait();
		const { url } = simulator.records.paymentRequests[0]!;
		const { metadata } = ended.data.resultData.runData.Payments![0]!;
		expect(metadata).toMatchObject({ resumeUrl: url });
	});
});

describe('the execution waits on', () => {
	test.each([
		['a forged notification', completed, 503],
		['a failed attempt', { status: 'failed' }, 200],
		['a notification that says nothing', {}, 200],
	])('%s', async (_, body, status) => {
		const result = await createAndWait();
		expect(await result.resume(body)).toEqual({ status, items: undefined });
	});

	test("another request's payment", async () => {
		const result = await createAndWait();
		const other = await created('other');
		simulator.pay(other.id as string);
		expect(await result.resume(completed)).toEqual({ status: 503, items: undefined });
	});

	test('an API that is down', async () => {
		const result = await createAndWait();
		simulator.pay(simulator.records.paymentRequests[0]!.id);
		simulator.fault({ method: 'GET', status: 503, times: 1 });
		expect(await result.resume(completed)).toEqual({ status: 503, items: undefined });
		expect((await result.resume(completed)).items).toHaveLength(1);
	});
});

describe('Wait for Payment', () => {
	test('a request of an earlier node is waited for', async () => {
		const { id } = await created('this');
		const result = await wait(id, { executionId: 'this' });
		expect(timeOf(result)! / HOUR_MS).toBeCloseTo(24, 1);
		simulator.pay(id as string);
		const { items } = await result.resume(completed);
		expect(items![0]!.json).toMatchObject({ id, paid: true });
	});

	test('a request that was just created, and that reads do not show yet, is waited for', async () => {
		const { id } = await created('this');
		simulator.fault({ method: 'GET', status: 404, body: { message: 'Not Found' }, times: 4 });
		const result = await succeeded(wait(id, { executionId: 'this' }));
		expect(timeOf(result)! / HOUR_MS).toBeCloseTo(24, 1);
	});

	test('a request that others created, and that is not found, is an error at once', async () => {
		simulator.fault({ method: 'GET', status: 404, body: { message: 'Not Found' }, times: 4 });
		expect((await wait(UNKNOWN)).error?.httpCode).toBe('404');
		expect(simulator.requests).toHaveLength(1);
	});

	test('a request that is paid is output at once, with its charge', async () => {
		const { id } = await created('this');
		const charge = simulator.pay(id as string);
		const result = await succeeded(wait(id));
		expect(timeOf(result)).toBeUndefined();
		expect(result.items[0]!.json).toMatchObject({ id, paid: true, charge: { id: charge.id } });
	});

	test('a request that cannot be paid any more is output at once', async () => {
		const { id } = await created('this');
		simulator.records.paymentRequests[0]!.status = 'expired';
		const result = await succeeded(wait(id));
		expect(timeOf(result)).toBeUndefined();
		expect(result.items[0]!.json).toMatchObject({ id, paid: false, charge: null });
	});

	test.each([
		['a credential that may not read charges', 403, 'Forbidden'],
		['a charge that is not found', 404, 'Not Found'],
		['a charge that is not found, in words of the framework', 422, 'No query results for model'],
	])('%s outputs none', async (_, status, message) => {
		const { id } = await created('this');
		simulator.pay(id as string);
		simulator.fault({ method: 'GET', path: '/v1/charges', status, body: { message } });
		const result = await succeeded(wait(id));
		expect(result.items[0]!.json).toMatchObject({ id, paid: true, charge: null });
	});

	test('a request that notifies another URL is not waited for', async () => {
		const { id } = await created('another');
		const result = await wait(id);
		expect(timeOf(result)).toBeUndefined();
		expect(result.error?.message).toBe('This payment request does not notify this execution');
	});
});

test('Request Options are still those of n8n, which adds none to a node with a webhook', () => {
	class Declarative extends Payments {
		override webhook = undefined as never;
	}
	const optionsOf = (node: INodeType) => {
		DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
		return node.description.properties.find(({ name }) => name === 'requestOptions');
	};
	const declarative = new Declarative();
	const properties = declarative.description.properties;
	properties.splice(
		properties.findIndex(({ name }) => name === 'requestOptions'),
		1,
	);
	// n8n's linter asks for other words than n8n has.
	const shape = (one?: INodeProperties) =>
		JSON.stringify(one, (key, value: unknown) =>
			['displayName', 'description'].includes(key) ? undefined : value,
		);
	expect(shape(optionsOf(new Payments()))).toBe(shape(optionsOf(declarative)));
});

describe('before anything is sent', () => {
	test('several items are refused', async () => {
		const { error } = await createAndWait({}, { items: [{}, {}] });
		expect(error!.message).toContain('This operation waits for one payment');
		expect(error!.description).toContain('Loop Over Items');
		expect(simulator.requests).toEqual([]);
	});

	test.each([
		['forever', 'is not a duration'],
		['366 days', 'is longer than 365 days'],
		["={{ '' }}", 'is empty'],
	])("'Wait At Most' as %j", async (waitAtMost, message) => {
		const { error } = await createAndWait({ waitAtMost });
		expect(error!.message).toContain(`'Wait At Most' ${message}`);
		expect(simulator.requests).toEqual([]);
	});
});
