/** Creations of unknown outcome in lists whose order, or whose times, say nothing certain. */
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../simulator';
import { useFreshSimulator } from '../../useSimulator';
import { apiKeyOf, operation, runPayments } from '../run';
import { requester } from '../service';
import { jumps, shortenWaits } from '../waits';

shortenWaits();
const simulator = useFreshSimulator();
const jump = jumps();

/** A list of payment requests, as it is changed. */
type Change = (all: IDataObject[], other: string) => IDataObject[];

/**
 * Creates a payment request whose response is lost, just after somebody else created one.
 *
 * @param count how many there are before: a page has 100
 * @param fault another failure of the request
 * @returns how many were made, and the error
 */
async function createdBeside(count: number, change: Change, fault: Fault = { cut: 'after' }) {
	const call = requester(simulator);
	const add = async (reference_number: string) =>
		await call('/v1/payment-requests', { amount: 5, currency: 'SGD', reference_number });
	for (let index = 0; index < count; index += 1) await add(`old ${index}`);
	jump(60_000);
	const other = await add('other');
	const path = '/v1/payment-requests';
	const body = (text: string) => {
		const list = JSON.parse(text) as { data: IDataObject[] };
		return JSON.stringify({ ...list, data: change(list.data, other.id) });
	};
	simulator.fault({ method: 'GET', path, times: 1000, body });
	simulator.fault({ method: 'POST', path, ...fault });
	const { error } = await runPayments({
		credentials: apiKeyOf(simulator),
		parameters: operation('paymentRequest', 'create', {
			amount: 10,
			currency: { __rl: true, mode: 'id', value: 'SGD' },
			additionalFields: { referenceNumber: 'mine' },
		}),
	});
	const made = simulator.records.paymentRequests.filter(
		({ reference_number }) => reference_number === 'mine',
	);
	return { made: made.length, error: error?.message };
}

const byTime = (one: IDataObject, next: IDataObject) =>
	(one.created_at as string) < (next.created_at as string) ? 1 : -1;

test('a record that is listed behind another one of its second is found, also if there are several pages', async () => {
	const otherFirst: Change = (all, other) => [
		...all.filter(({ id }) => id === other),
		...all.filter(({ id }) => id !== other),
	];
	expect(await createdBeside(120, otherFirst)).toEqual({ made: 1, error: undefined });
});

test.each([20, 120])(
	'beside %d records, one that seems older than another server’s record is not sent again',
	async (count) => {
		const dated: Change = (all, other) =>
			all
				.map((one) => (one.id === other ? { ...one, created_at: '2099-01-01T00:00:00' } : one))
				.sort(byTime);
		const error = 'Could not confirm whether it was created';
		expect(await createdBeside(count, dated)).toEqual({ made: 1, error });
	},
);

test('one without a time behind an earlier one may be new: it is not sent again', async () => {
	const untimed: Change = (all, other) => {
		const mine = all.filter(({ reference_number }) => reference_number === 'mine');
		const rest = all.filter((one) => !mine.includes(one));
		const place = rest.findIndex(({ id }) => id === other) + 1;
		const behind = mine.map((one) => ({ ...one, created_at: null }));
		return [...rest.slice(0, place), ...behind, ...rest.slice(place)];
	};
	const error = 'Could not confirm whether it was created';
	expect(await createdBeside(120, untimed)).toEqual({ made: 1, error });
});

describe('an older record with the same values that moves up to the first page, after another was deleted,', () => {
	/** The second read and all later ones have it. */
	const moving = (created_at = '2020-01-01T00:00:00'): Change => {
		let reads = 0;
		return (all, other) => {
			reads += 1;
			if (reads === 1) return all;
			const old = { ...all.at(-1)!, id: crypto.randomUUID() };
			const alike = { ...old, created_at, reference_number: 'mine', amount: '10.00' };
			return [...all.filter(({ id }) => id !== other), alike];
		};
	};

	test('does not hide a refusal', async () => {
		const refusal: Fault = { status: 422, body: { message: 'No such method.' } };
		const { made, error } = await createdBeside(120, moving(), refusal);
		expect(made).toBe(0);
		expect(error).toContain('No such method');
	});

	test('is not taken for the one that was lost, which is created', async () => {
		expect(await createdBeside(120, moving(), { cut: 'before' })).toEqual({ made: 1 });
	});

	test('of the second in which all others were created, leaves it open', async () => {
		const second = '2026-01-01T00:00:00';
		const moved = moving(second);
		const ofOneSecond: Change = (all, other) =>
			moved(all, other).map((one) => ({ ...one, created_at: second }));
		const { made, error } = await createdBeside(120, ofOneSecond, { cut: 'before' });
		expect({ made, error }).toEqual({ made: 0, error: 'Could not confirm whether it was created' });
	});
});
