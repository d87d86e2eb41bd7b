import type { INode } from 'n8n-workflow';

import type { Fault } from '../../../simulator';
import { useVirtualClock } from '../../clock';
import { useSimulator } from '../../useSimulator';
import { operation, ownCredential, runnerOf } from '../run';

/* A command to a device has no record by which it could be looked up. */

const simulator = useSimulator({ charges: 3 });
const run = runnerOf(simulator);
useVirtualClock();

const terminalId = 'tmr_123123001';
const print = operation('charge', 'printReceipt', { chargeId: '={{ $json.id }}', terminalId });
const cancel = operation('reader', 'cancelPayment', { readerId: terminalId });
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const continued = { onError: 'continueRegularOutput' } as const;

const charges = () => simulator.records.charges.map(({ id }) => ({ id }));

/** Prints the receipts of three charges, of which the first is answered by a fault. */
async function printThree(fault: Partial<Fault>, node: Partial<INode> = {}) {
	const items = charges();
	simulator.fault({ method: 'POST', path: `/v1/charges/${items[0]!.id}`, ...fault });
	const result = await run(print, { items, node: { ...retried, ...node, ...ownCredential() } });
	const prints = items.map(
		({ id }) => simulator.requests.filter(({ path }) => path.includes(`${id}/receipt`)).length,
	);
	return { ...result, prints };
}

test('a command whose response is lost is not sent again when n8n retries the node', async () => {
	simulator.fault({ method: 'POST', path: '/v1/readers/cancel', cut: 'after' });
	const { error } = await run(cancel, { node: { ...retried, ...ownCredential() } });
	expect(error?.message).toBe('Could not confirm whether the reader received the command');
	expect(simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each([{}, continued])(
	'when n8n retries the node, only what was refused is sent again',
	async (node) => {
		const { error, items, prints } = await printThree(
			{ status: 422, body: { message: 'The printer has no paper.' }, times: 2 },
			node,
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.success)).toEqual([true, true, true]);
		expect(prints).toEqual([3, 1, 1]);
	},
);

test.each([[], {}, { success: true }])(
	'a response without content, or with success, confirms it: %j',
	async (body) => {
		const { error, prints } = await printThree({ status: 200, body, times: 1 });
		expect(error).toBeUndefined();
		expect(prints).toEqual([1, 1, 1]);
	},
);

test.each([
	{ success: false },
	{ success: 'false' },
	{ errors: { terminal_id: ['Unknown.'] } },
	{ message: 'The terminal is offline.' },
	5,
	true,
])('a response that does not confirm it is no success: %j', async (body) => {
	const { items, prints } = await printThree({ status: 200, body }, continued);
	expect(items[0]!.json.error).toContain('Could not confirm whether the reader received');
	expect(items.slice(1).map(({ json }) => json.success)).toEqual([true, true]);
	expect(prints).toEqual([1, 1, 1]);
});
