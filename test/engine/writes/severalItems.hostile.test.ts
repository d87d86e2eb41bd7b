import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../simulator';
import { casesOf } from '../../cases';
import { useSimulator } from '../../useSimulator';
import { itemNamed, itemsNamed } from '../outcomes';
import { apiKeyOf, operation, runPayments, type RunOptions, type RunResult } from '../run';
import { invoiceBody, requester } from '../service';
import { shortenWaits, wait } from '../waits';
import { continued, refundsOn } from './refunds';

/*
 * Attacks that seek an error that does not name the items that were handled: whoever runs the node again
 * would refund them twice. Waits are a thousand times shorter.
 */

const simulator = useSimulator({ charges: 5 });
const { newCharge, hit, refund, refundsOf, posts } = refundsOn(simulator, { refundKind: 'part' });
afterEach(() => jest.restoreAllMocks());
shortenWaits();

const retried: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const oneByOne: INodeParameters = { options: { maxRequests: 1 } };

/** One item each, of charges of 100.00. */
const itemsOf = (...amounts: unknown[]) =>
	amounts.map((amount) => ({ id: newCharge().id, amount }) as IDataObject);

const handled = (result: RunResult) => itemsNamed(result, 'These items were handled already');
const failed = (result: RunResult) => itemsNamed(result, 'More items failed after they were sent');

/** The items whose charge was refunded. */
const refundedOf = (items: IDataObject[]) =>
	items.flatMap(({ id }, index) => (refundsOf({ id: id as string }).length > 0 ? [index] : []));

const call = requester(simulator);
const idsOf = async (path: string, body: object) =>
	[(await call(path, body)).id, (await call(path, body)).id] as const;
const newInvoices = async () => await idsOf('/v1/invoices', invoiceBody);
const newCodes = async () =>
	await idsOf('/v1/static_qr', { name: 'Counter', payment_provider_method: 'paynow_online' });

describe('Retry On Fail', () => {
	test('the error of the last try names what an earlier one refunded', async () => {
		const items = itemsOf(6, 6, 101, 6);
		const result = await refund(items, { node: retried, parameters: oneByOne });
		expect(result.error?.message).toContain('(3rd item)');
		expect(refundedOf(items)).toEqual([0, 1]);
		expect(handled(result)).toEqual([0, 1]);
	});

	test('an item that was handled is named, also if its own values are not valid in the last try', async () => {
		const items = itemsOf(6, 101, 6);
		const get = () => (posts() < 1 ? 6 : 'ten');
		Object.defineProperty(items[0]!, 'amount', { enumerable: true, get });
		const result = await refund(items, { node: retried, parameters: oneByOne });
		expect(result.error?.message).toBe('\'Amount\' is not a number: "ten" (1st item)');
		expect([refundedOf(items), handled(result), posts()]).toEqual([[0], [0], 1]);
	});
});

describe('Retry On Fail sends no update or deletion again that succeeded', () => {
	const write = async (
		parameters: INodeParameters,
		ids: readonly string[],
		options: Partial<RunOptions> = {},
	) =>
		await runPayments({
			credentials: apiKeyOf(simulator),
			items: ids.map((id) => ({ id })),
			node: retried,
			...options,
			parameters,
		});
	const send = operation('invoice', 'send', { invoiceId: '={{ $json.id }}' });
	const remove = operation('staticQr', 'delete', { staticQrId: '={{ $json.id }}' });
	const rename = (name: string) =>
		operation('staticQr', 'update', { staticQrId: '={{ $json.id }}', updateFields: { name } });

	/** How many writes were sent for each record. */
	const writesOf = (ids: readonly string[]) =>
		ids.map(
			(id) =>
				simulator.requests.filter((one) => one.method !== 'GET' && one.path.endsWith(id)).length,
		);
	const failing = (method: string, id: string, fault: Fault = { status: 500 }) =>
		simulator.fault({ method, path: new RegExp(`${id}$`), ...fault });
	const refused: Fault = { status: 400, body: { message: 'No.' } };

	test.each<[string, Fault]>([
		['its response is lost', { cut: 'after' }],
		['it was refused', { status: 400, body: { message: 'No.' } }],
	])('an email that may have gone out is not sent again: %s', async (_, fault) => {
		const ids = await newInvoices();
		failing('PUT', ids[1], fault);
		const { error } = await write(send, ids);
		expect(error?.message).toMatch(/^(Could not confirm whether it was changed|No) \(2nd item\)$/);
		expect(writesOf(ids)).toEqual([1, 1]);
	});

	test('also with On Error set to continue', async () => {
		const ids = await newCodes();
		failing('DELETE', ids[0], refused);
		const { items } = await write(remove, ids, { node: { ...retried, ...continued } });
		expect(items.map(({ json }) => json)).toEqual(ids.map((id) => ({ deleted: true, id })));
	});

	test.each<Fault>([{}, { status: 404, body: '' }, { status: 502 }])(
		'a record that was never there is not deleted: %j',
		async (fault) => {
			const id = '11111111-2222-4333-8444-555555555555';
			if (fault.status) failing('DELETE', id, fault);
			const { error } = await write(remove, [id]);
			expect(error?.httpCode).toBe('404');
		},
	);

	test('an item keeps its values, even if its expressions have others by then', async () => {
		const ids = await newCodes();
		failing('PUT', ids[1], refused);
		let reads = 0;
		const items = ids.map((id) =>
			Object.defineProperty({ id }, 'name', { enumerable: true, get: () => `${(reads += 1)}` }),
		);
		const result = await write(rename('={{ $json.name }}'), ids, { items });
		expect(result.error).toBeUndefined();
		const [first] = result.items;
		expect(simulator.records.staticQrs.find(({ id }) => id === ids[0])).toEqual(first!.json);
		expect(writesOf(ids)).toEqual([1, 2]);
	});
});

test('in a loop, an item that an earlier run of the execution refunded is named, unless it is not in this run', async () => {
	const items = itemsOf(6, 101, 101);
	const executionId = `several ${items[0]!.id as string}`;
	await refund(items.slice(0, 1), { executionId });
	const options = { executionId, parameters: oneByOne };
	expect(handled(await refund(items.slice(0, 2), options))).toEqual([0]);
	const { error } = await refund(items.slice(1), options);
	expect(error?.description).toMatch(
		/ Nothing was sent for any other item of this run\. To run the others /,
	);
	expect(refundedOf(items)).toEqual([0]);
});

test('of 60 items all are named, briefly', async () => {
	const items = itemsOf(...Array.from({ length: 60 }, () => 6), 101, 6);
	const result = await refund(items);
	expect(refundedOf(items).length).toBeGreaterThan(50);
	expect(handled(result)).toEqual(refundedOf(items));
	expect(result.error?.description).toContain('. Leave them out before you run the node again.');
	expect(result.error?.description?.length).toBeLessThan(600);
});

test('with batching, an item that is not valid names those of earlier batches', async () => {
	const items = itemsOf(6, 6, 'ten');
	const batch = { batchSize: 2, batchInterval: 60 };
	const parameters: INodeParameters = { requestOptions: { batching: { batch } } };
	const result = await refund(items, { parameters, node: retried });
	expect(refundedOf(items)).toEqual([0, 1]);
	expect(handled(result)).toEqual([0, 1]);
	expect(posts()).toBe(2);
});

test('an expression that n8n refuses for one item: nothing is sent', async () => {
	const items = itemsOf(6, 6, 6);
	const amount = '={{ $json.id === "' + (items[2]!.id as string) + '" ? $("None").item : 6 }}';
	const result = await refund(items, { parameters: { amount } });
	expect(result.error?.message).toContain('node');
	expect([posts(), handled(result)]).toEqual([0, []]);
});

test('with On Error set to continue, no item names another', async () => {
	const items = itemsOf(6, 101, 6);
	const result = await refund(items, { node: continued });
	expect(result.items.map(({ json }) => json.details as string | undefined)).not.toContainEqual(
		expect.stringMatching(/These items|More items/),
	);
});

test('Stop in the middle: what was sent is named', async () => {
	const items = itemsOf(...Array.from({ length: 40 }, () => 6));
	hit({ delay: 150, times: 100 });
	let stop = () => {};
	const running = refund(items, { node: retried, stoppable: (one) => (stop = one) });
	while (posts() < 12) await wait(2);
	stop();
	const result = await running;
	const own = itemNamed(result.error!.message);
	expect(result.error?.message).toContain('Could not confirm');
	await wait(200);
	expect([...handled(result), ...failed(result), own]).toEqual(
		expect.arrayContaining(refundedOf(items)),
	);
	expect(refundedOf(items).length).toBeLessThan(25);
});

test.each(casesOf([1, 2, 3, 4, 5, 8], 3))(
	'by chance, %d at a time: each refund is made once, and the error names it',
	async (maxRequests) => {
		const items = itemsOf(6, 6, 6, 6, 6, 101, 6, 6, 6, 6, 6);
		const body = { message: 'No.' };
		hit({ cut: 'after', rate: 0.3, times: 20 });
		hit({ cut: 'before', rate: 0.2, times: 20 });
		hit({ status: 422, when: 'after', rate: 0.2, times: 20, body });
		hit({ status: 400, rate: 0.2, times: 20, body });
		const node = { ...retried, maxTries: 3 };
		const result = await refund(items, { node, parameters: { options: { maxRequests } } });
		const own = itemNamed(result.error!.message);
		const isUnknown = result.error!.message.startsWith('Could not confirm');
		const unsure = [...failed(result), ...(isUnknown ? [own] : [])];
		const made = refundedOf(items);
		expect(items.every(({ id }) => refundsOf({ id: id as string }).length < 2)).toBe(true);
		expect(made).toEqual(expect.arrayContaining(handled(result)));
		expect([...handled(result), ...unsure]).toEqual(expect.arrayContaining(made));
	},
);
