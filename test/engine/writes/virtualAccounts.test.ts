import { memory } from '../../../nodes/Payments/handlers/once/ledger/memory';
import type { Fault } from '../../../simulator';
import { useFreshSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { operation, runnerOf, type RunOptions } from '../run';
import { jumps, shortenWaits } from '../waits';

/* HitPay keeps one virtual account for each payment method: a second creation gets a 409. */

shortenWaits();
const simulator = useFreshSimulator();

const create = async (options: Partial<RunOptions> = {}) =>
	await runnerOf(simulator)(operation('virtualAccount', 'create', {}), options);
const posts = () => simulator.requests.filter(({ method }) => method === 'POST').length;
const ids = () => simulator.records.virtualAccounts.map(({ id }) => id);

test('a second one is refused: the message says where the number of the first is', async () => {
	await succeeded(create());
	const { error } = await create();
	expect(error?.message).toBe('Virtual account already exists.');
	expect(error?.description).toBe(
		"The business has one for each payment method already. Virtual Account: Get Many returns its number as 'reference'.",
	);
	expect([posts(), ids().length]).toEqual([2, 1]);
});

test('of two items, the second one is refused, and does not output the account of the first', async () => {
	const { items } = await create({
		items: [{}, {}],
		node: { onError: 'continueRegularOutput' },
	});
	expect(items.map(({ json }) => json.id ?? json.outcome)).toEqual([ids()[0], 'refused']);
});

test('a second one of unknown outcome is refused in the end: only the first one is there', async () => {
	await succeeded(create());
	simulator.fault({ method: 'POST', cut: 'before' });
	const { error } = await create();
	expect(error?.message).toBe('Virtual account already exists.');
});

const list = { method: 'GET', path: '/v1/virtual-accounts' };
const behind: Fault = {
	...list,
	skip: 1,
	status: 200,
	body: { data: [], meta: { next_cursor: null } },
};

test.each<[string, Fault[], sent: number]>([
	['was made, is found in the list', [{ cut: 'after' }], 1],
	['was made, is found if a gateway returns a 409', [{ status: 409, when: 'after', body: '' }], 1],
	['never arrived, is sent again', [{ cut: 'before' }], 2],
	['was made, is found in a list that was behind', [{ cut: 'after' }, behind], 1],
])('a creation of unknown outcome that %s', async (_, faults, sent) => {
	for (const fault of faults) simulator.fault({ method: 'POST', ...fault });
	const { items } = await succeeded(create());
	expect(items.map(({ json }) => json.id)).toEqual(ids());
	expect([posts(), ids().length]).toEqual([sent, 1]);
});

test('one that was made elsewhere, and that the list showed late, is the one of the business', async () => {
	await succeeded(create());
	memory.restart();
	jumps()(60_000);
	simulator.fault({ ...behind, skip: 0 });
	const { items } = await succeeded(create());
	expect(items.map(({ json }) => json.id)).toEqual(ids());
});
