import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';


import type { Charge, Fault } from '../../simulator';
import { casesOf } from '../cases';
import { startSimulator, useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { continued, refundsOn } from './refunds';
import { apiKeyOf, oAuth2Of, operation, runPayments, type RunOptions, type RunResult } from './run';
import { jumps, shortenWaits, wait } from './waits';

/*
 * What an attacker tried to get a refund or a creation made twice, or claimed falsely. Waits are a thousand times
 * shorter, so the looks are over after 20 ms.
 */

const simulator = useSimulator();
afterEach(() => jest.restoreAllMocks());

shortenWaits();

const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));
afterEach(() => expect(unhandled).toEqual([]));

const parameters: INodeParameters = { refundKind: '={{ $json.kind ?? "part" }}' };
const { call, newCharge, hit, refund, refundNew, refundsOf, posts, paid } = refundsOn(
	simulator,
	parameters,
);

const said = ({ items, error }: RunResult) => [
	...items.map(({ json }) => json.error ?? json.amount_refunded ?? json.id),
	...(error ? [error.message] : []),
];

const retried: Partial<INode> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5 };

/** The list of charges comes from a copy that does not have the newest yet. */
const noneListed = (times: number) =>
	simulator.fault({
		method: 'GET',
		path: /^\/v1\/charges$/,
		times,
		body: { data: [], meta: { per_page: 100, next_cursor: null, prev_cursor: null } },
	});

const COULD_NOT = /^Could not confirm/;

describe('a payment request whose charge was not found at first', () => {
	test('Retry On Fail, the list lags by one read: part of it', async () => {
		const { request, charge } = await paid();
		noneListed(1);
		hit({ cut: 'after' });
		await refund([{ id: request, amount: 4 }], { node: retried });
		expect(refundsOf(charge)).toEqual([4]);
	});

	test('Retry On Fail, the lookup is refused (403) in the first try only', async () => {
		const { request, charge } = await paid();
		simulator.fault({ method: 'GET', path: '/v1/charges', times: 2, status: 403 });
		hit({ status: 504, when: 'after' });
		await refund([{ id: request, amount: 4 }], { node: retried });
		expect(refundsOf(charge)).toEqual([4]);
	});

	test('how often, when it is so in each try but with a name that changes', async () => {
		const { request, charge } = await paid();
		noneListed(1);
		hit({ cut: 'after', times: 99 });
		const result = await refund([{ id: request, amount: 4 }], { node: retried });
		expect([said(result), refundsOf(charge)]).toEqual([[4], [4]]);
	});

	test('all of it: an error that says nothing was sent, though it was', async () => {
		const { request } = await paid();
		noneListed(1);
		hit({ cut: 'after' });
		const { error, items } = await refund([{ id: request, amount: 100 }], { node: retried });
		if (items.length === 0) expect(error?.message).toMatch(COULD_NOT);
	});

	test('a loop in the same execution', async () => {
		const { request, charge } = await paid();
		noneListed(1);
		const executionId = `R1 loop ${request}`;
		await refund([{ id: request, amount: 4 }], { executionId });
		await refund([{ id: request, amount: 4 }], { executionId });
		expect(refundsOf(charge)).toEqual([4]);
	});

	test('beside a refund of the charge: each says the truth', async () => {
		const { request, charge } = await paid();
		noneListed(1);
		// The one by charge ID is cut, the one by payment request is made while the other one looks.
		hit({ cut: 'before' });
		const [byCharge, byRequest] = await Promise.all([
			refund([{ id: charge.id, amount: 4 }]),
			(async () => {
				while (posts() === 0) await wait(1);
				return await refund([{ id: request, amount: 4 }]);
			})(),
		]);
		const claimed = [...byCharge.items, ...byRequest.items].length;
		expect([claimed, refundsOf(charge)]).toEqual([refundsOf(charge).length, refundsOf(charge)]);
	});
});

describe('an error that is not "Could not confirm" says that it was not made', () => {
	test('Retry On Fail where the charge cannot be read in the second try', async () => {
		simulator.fault({ method: 'GET', times: 4, status: 404 });
		simulator.fault({ method: 'GET', times: 999, status: 503, body: { message: 'Maintenance.' } });
		const { charge, error } = await refundNew(4, { cut: 'after' }, { node: retried });
		expect(refundsOf(charge)).toEqual([4]);
		expect(error?.message).toMatch(COULD_NOT);
	});

	test.each([
		[
			422,
			{ message: 'Invalid.', errors: { amount: ['must not be more than what is left, 0 sgd.'] } },
		],
		[400, { message: 'The charge is refunded already.' }],
	])('a gateway that repeats the request itself, %d in words of the API', async (status, body) => {
		const charge = newCharge(12);
		hit({ status, body, when: 'after' });
		const { error, items } = await refund([{ id: charge.id, amount: 12 }]);
		expect(refundsOf(charge)).toEqual([12]);
		if (items.length === 0) expect(error?.message).toMatch(COULD_NOT);
	});

	test('Stop in the middle, then Retry', async () => {
		const charge = newCharge();
		hit({ delay: 100, when: 'before', cut: 'after' });
		let stop = () => {};
		const running = refund([{ id: charge.id, amount: 4 }], {
			node: retried,
			stoppable: (given) => (stop = given),
		});
		while (posts() === 0) await wait(2);
		stop();
		await running;
		await wait(200);
		expect(refundsOf(charge).length).toBeLessThan(2);
		const again = await refund([{ id: charge.id, amount: 4 }]);
		expect(said(again)).toEqual([4]);
		expect(refundsOf(charge).length).toBeLessThan(3);
	});
});

describe('sent again without a look', () => {
	test('429 as a web page, after the work', async () => {
		const { charge } = await refundNew(4, {
			status: 429,
			body: '<html>Slow down</html>',
			when: 'after',
			times: 4,
		});
		expect(refundsOf(charge)).toEqual([4]);
	});

	test('429 in words, after the work: a gateway repeats a request and is refused', async () => {
		const { charge } = await refundNew(4, {
			status: 429,
			body: { message: 'Too Many Attempts.' },
			when: 'after',
		});
		expect(refundsOf(charge)).toEqual([4]);
	});

	test('429 after the work of creations', async () => {
		const name = 'R3 429';
		simulator.fault({ method: 'POST', status: 429, body: '<html>', when: 'after', times: 4 });
		await runPayments({
			credentials: apiKeyOf(simulator),
			parameters: operation('paymentRequest', 'create', {
				amount: 25,
				currency: 'SGD',
				additionalFields: { referenceNumber: name },
			}),
		});
		const made = simulator.records.paymentRequests.filter((one) => one.reference_number === name);
		expect(made).toHaveLength(1);
	});
});

describe('an answer is not taken for more than it says', () => {
	test('the answer of the refund before it (a proxy that answers the same request from its store)', async () => {
		const charge = newCharge();
		const first = await refund([{ id: charge.id, amount: 4 }]);
		hit({ status: 200, body: first.items[0]!.json, when: 'before' });
		const second = await refund([{ id: charge.id, amount: 4 }]);
		expect(refundsOf(charge)).toHaveLength(1 + second.items.length);
	});

	test.each([
		['another amount', { amount_refunded: 50 }],
		['true for an ID', { id: true }],
		['an object for an ID', { id: {} }],
		[
			'no refund at all',
			{ id: 'req-1', payment_id: undefined, amount_refunded: undefined, message: 'Queued' },
		],
	])('%s', async (_, changes) => {
		const charge = newCharge();
		const body = {
			id: 'r-1',
			payment_id: charge.id,
			amount_refunded: 4,
			status: 'succeeded',
			...changes,
		};
		hit({ status: 200, body, when: 'before' });
		const result = await refund([{ id: charge.id, amount: 4 }]);
		expect([said(result), refundsOf(charge)]).toEqual([
			['Could not confirm whether 4.00 SGD was refunded [item 0]'],
			[],
		]);
	});

	test('a creation is not answered with a record of somebody else', async () => {
		const other = await call('/v1/payment-requests', {
			amount: 99,
			currency: 'SGD',
			email: 'ann@example.com',
		});
		simulator.fault({ method: 'POST', status: 201, body: other, when: 'before' });
		const { items } = await runPayments({
			credentials: apiKeyOf(simulator),
			parameters: operation('paymentRequest', 'create', {
				amount: 25,
				currency: 'SGD',
				additionalFields: { referenceNumber: 'R4 mine' },
			}),
		});
		expect(items.map(({ json }) => json.id)).not.toContain(other.id);
	});
});

describe('usable', () => {
	test('by the ID of a payment request, with a credential that may not read charges', async () => {
		const { request, charge } = await paid();
		simulator.fault({ method: 'GET', path: '/v1/charges', times: 99, status: 403 });
		const result = await refund([{ id: request, amount: 4 }]);
		expect(refundsOf(charge)).toEqual([4]);
		expect(said(result)).toEqual([4]);
	});

	test('by the ID of a payment request, while the list lags', async () => {
		const { request, charge } = await paid();
		noneListed(1);
		const result = await refund([{ id: request, amount: 4 }]);
		expect(refundsOf(charge)).toEqual([4]);
		expect(said(result)).toEqual([4]);
	});

	test('where refunds are pending at first and count later', async () => {
		const charge = newCharge();
		const pending = (body: string) => JSON.stringify({ ...JSON.parse(body), status: 'pending' });
		hit({ body: pending, times: 9 });
		simulator.fault({
			method: 'GET',
			path: `/v1/charges/${charge.id}`,
			times: 99,
			body: { ...charge, refunded_amount: 0 },
			when: 'after',
		});
		const result = await refund(
			[4, 5].map((amount) => ({ id: charge.id, amount })),
			{ node: continued },
		);
		expect(said(result)).toEqual([4, 5]);
	});

	describe('an own refund that is pending and counts later is not taken for the next one', () => {
		const pending = (body: string) => JSON.stringify({ ...JSON.parse(body), status: 'pending' });

		/** The charge shows this much refunded, for some reads or for good. */
		const shows = (charge: Charge, refunded_amount: number | null, times = 99) =>
			simulator.fault({
				method: 'GET',
				path: `/v1/charges/${charge.id}`,
				times,
				body: { ...charge, refunded_amount },
				when: 'after',
			});

		const inTurn = async ({ id }: Charge, amounts: number[], node: Partial<INode> = {}) =>
			await refund(
				amounts.map((amount) => ({ id, amount })),
				{ node: { ...continued, ...node }, parameters: { options: { maxRequests: 1 } } },
			);

		test.each([
			['of the same amount', [5], 5],
			['that add up to it', [2, 3], 5],
			['of the whole charge', [20], 20],
		])('%s, while the next one is lost on its way', async (_, amounts, lost) => {
			const charge = newCharge(20);
			hit({ body: pending, times: amounts.length });
			hit({ cut: 'before' });
			// Each item reads the charge once before it sends.
			shows(charge, 0, amounts.length + 1);
			shows(charge, lost);
			const result = await inTurn(charge, [...amounts, lost]);
			expect(said(result)).toEqual([...amounts, expect.stringMatching(COULD_NOT)]);
			expect(refundsOf(charge).sort()).toEqual(amounts);
		});

		test('also once the charge counts an earlier one', async () => {
			const charge = newCharge(20);
			hit({ body: pending, times: 2 });
			hit({ cut: 'before' });
			shows(charge, 0, 2);
			shows(charge, 5, 1);
			shows(charge, 10);
			const result = await inTurn(charge, [5, 5, 5]);
			expect(said(result)).toEqual([5, 5, expect.stringMatching(COULD_NOT)]);
		});

		test('also where somebody else refunded as much since an earlier one', async () => {
			const charge = newCharge(20);
			hit({ body: pending, times: 2 });
			hit({ cut: 'before' });
			shows(charge, 0, 1);
			// The first one, and that of somebody else.
			shows(charge, 10, 2);
			shows(charge, 15);
			const result = await inTurn(charge, [5, 5, 5]);
			expect(said(result)).toEqual([5, 5, expect.stringMatching(COULD_NOT)]);
		});

		test('one that the charge counts already does not hide the next one', async () => {
			const charge = newCharge(20);
			hit({ body: pending });
			hit({ cut: 'after' });
			const result = await inTurn(charge, [5, 5]);
			expect(said(result)).toEqual([5, 5]);
			expect(result.items[1]!.json).toMatchObject({ recovered: true });
		});

		test('by Retry On Fail, one that was refused', async () => {
			const charge = newCharge(20);
			hit({ status: 422, body: { message: 'Invalid.' }, when: 'before' });
			hit({ body: pending });
			// The first item: before and after it was refused. The second item: before.
			shows(charge, 0, 3);
			shows(charge, 5);
			const result = await inTurn(charge, [5, 5], { ...retried, maxTries: 2 });
			expect(said(result)).toEqual([expect.stringMatching(COULD_NOT), 5]);
			expect(result.items[0]!.json.details).toContain('The Payments API returned the status 422.');
			expect(refundsOf(charge)).toEqual([5]);
		});

		test.each([
			[
				'is not refunded while the charge does not show it',
				5,
				0,
				'A refund of the charge is still pending [item 1]',
			],
			['nor while it shows a part of it', 5, 2, 'A refund of the charge is still pending [item 1]'],
			['is refunded once it shows it', 5, 5, 15],
			[
				'is refused as nothing once it shows all',
				20,
				20,
				'The charge is already fully refunded [item 1]',
			],
		])('the remaining amount %s', async (_, first, shown, expected) => {
			const charge = newCharge(20);
			hit({ body: pending });
			// A charge of which nothing is refunded may contain no amount.
			shows(charge, null, 1);
			shows(charge, shown || null);
			const rows = [{ amount: first }, { amount: 0, kind: 'everything' }];
			const result = await refund(
				rows.map((row) => ({ ...row, id: charge.id })),
				{ node: continued, parameters: { options: { maxRequests: 1 } } },
			);
			expect(said(result)).toEqual([first, expected]);
			expect(posts()).toBe(typeof expected === 'number' ? 2 : 1);
			if (shown < first) {
				expect(result.items[1]!.json.details).toContain(`${first - shown}.00 SGD of the charge`);
			}
		});

		describe('where it failed later', () => {
			const afterPending = async (read: Partial<Fault>) => {
				const charge = newCharge(20);
				const body = { id: 'r-5', payment_id: charge.id, amount_refunded: 5, status: 'pending' };
				hit({ status: 200, body, when: 'before' });
				await refund([{ id: charge.id, amount: 5 }]);
				const failed = { ...body, status: 'failed' };
				simulator.fault({
					method: 'GET',
					path: '/v1/refund/r-5',
					status: 200,
					body: failed,
					...read,
				});
				const rest = [{ id: charge.id, amount: 0, kind: 'everything' }];
				return await refund(rest, { node: continued });
			};

			test.each(['failed', 'FAILED', 'rejected'])(
				'all that remains is refunded, which the one that is %s is part of',
				async (status) => {
					expect(said(await afterPending({ body: { id: 'r-5', status } }))).toEqual([20]);
				},
			);

			test.each<[string, Partial<Fault>]>([
				['cannot be read', { status: 403, body: { message: 'This action is unauthorized.' } }],
				['is not found', { status: 404, body: { message: 'Not found.' } }],
				['is another one in the response', { body: { id: 'another', status: 'failed' } }],
				['has no status in the response', { body: {} }],
				['is complete', { body: { id: 'r-5', status: 'succeeded' } }],
				['has an unknown status', { body: { id: 'r-5', status: 'PROCESSING' } }],
			])('the remaining amount is not refunded if the refund %s', async (_, read) => {
				const result = await afterPending(read);
				expect(said(result)).toEqual(['A refund of the charge is still pending [item 0]']);
				expect(posts()).toBe(1);
			});
		});

		test('one that failed later does not hide the next one', async () => {
			const charge = newCharge(20);
			const body = { id: 'r-6', payment_id: charge.id, amount_refunded: 5, status: 'pending' };
			hit({ status: 200, body, when: 'before' });
			hit({ cut: 'after' });
			const path = '/v1/refund/r-6';
			const failed = { ...body, status: 'failed' };
			simulator.fault({ method: 'GET', path, status: 200, body: failed, times: 9 });
			const result = await inTurn(charge, [5, 5]);
			expect(said(result)).toEqual([5, 5]);
			expect(result.items[1]!.json).toMatchObject({ recovered: true });
			expect(refundsOf(charge)).toEqual([5]);
		});

		test('after a 429, nothing is sent while that is uncertain', async () => {
			const charge = newCharge(20);
			hit({ body: pending });
			hit({ status: 429, when: 'before' });
			shows(charge, 0, 2);
			shows(charge, 5);
			const result = await inTurn(charge, [5, 5]);
			expect(said(result)).toEqual([5, expect.stringMatching(COULD_NOT)]);
			expect(refundsOf(charge)).toEqual([5]);
		});
	});

	test.each([5, 3])(
		'after a 429 that hides it, and a refund of %d by somebody else: it is not sent again',
		async (amount) => {
			const charge = newCharge(40);
			hit({ status: 429, when: 'after', delay: 250 });
			const running = refund([{ id: charge.id, amount: 5 }]);
			while (posts() === 0) await new Promise((resolve) => setImmediate(resolve));
			await call('/v1/refund', { payment_id: charge.id, amount });
			expect((await running).error?.message).toMatch(COULD_NOT);
			expect(refundsOf(charge).sort()).toEqual([amount, 5].sort());
		},
	);

	describe('a refund whose response is lost, and that the charge lists as pending', () => {
		const lost = async () => {
			const charge = newCharge(20);
			hit({ cut: 'after' });
			const lists = (times: number, refunds: IDataObject[]) =>
				simulator.fault({
					method: 'GET',
					path: `/v1/charges/${charge.id}`,
					times,
					body: { ...charge, refunded_amount: 0, refunds },
				});
			lists(1, []);
			lists(99, [{ id: 'r-7', amount_refunded: 5, status: 'pending' }]);
			return { charge, result: await refund([{ id: charge.id, amount: 5 }]) };
		};

		test('is output as pending', async () => {
			const { result } = await lost();
			expect(result.items[0]!.json).toMatchObject({
				...{ id: 'r-7', amount_refunded: 5, status: 'pending', recovered: true },
			});
		});

		test('is not part of the remaining amount, and does not hold up another refund', async () => {
			const { charge } = await lost();
			const all = await refund([{ id: charge.id, amount: 0, kind: 'everything' }]);
			expect(said(all)).toEqual(['A refund of the charge is still pending [item 0]']);
			expect(said(await refund([{ id: charge.id, amount: 4 }]))).toEqual([4]);
		});
	});

	test.each([
		[23, expect.stringMatching(COULD_NOT)],
		[25, 4],
	])(
		'for a day, a refund may be an earlier one whose outcome is unknown: after %d hours',
		async (hours, expected) => {
			const ahead = jumps();
			const charge = newCharge();
			hit({ status: 504, when: 'before' });
			const first = await refund([{ id: charge.id, amount: 4 }]);
			expect(said(first)).toEqual([expect.stringMatching(COULD_NOT)]);
			ahead(hours * 3_600_000);
			hit({ cut: 'after' });
			expect(said(await refund([{ id: charge.id, amount: 4 }]))).toEqual([expected]);
			expect(refundsOf(charge)).toEqual([4]);
		},
	);

	describe('after a refusal of more than ten minutes ago', () => {
		const tooLittle: Fault = { status: 422, body: { message: 'Insufficient balance.' } };

		test('in a loop, what was refunded since then is another refund', async () => {
			const ahead = jumps();
			const charge = newCharge();
			const executionId = `refused ${charge.id}`;
			const again = async () => await refund([{ id: charge.id, amount: 4 }], { executionId });
			hit({ ...tooLittle, when: 'before' });
			expect(said(await again())).toEqual(['Insufficient balance. [item 0]']);
			ahead(660_000);
			await call('/v1/refund', { payment_id: charge.id, amount: 4 });
			const { items } = await again();
			expect(items[0]!.json).not.toHaveProperty('recovered');
			expect(refundsOf(charge)).toEqual([4, 4]);
		});

		test('by Retry On Fail, one that was made all the same is found', async () => {
			const ahead = jumps();
			const charge = newCharge();
			hit({ ...tooLittle, when: 'after' });
			const read = { method: 'GET', path: `/v1/charges/${charge.id}` };
			// The lookup is behind. The next try begins later: the run has many items.
			simulator.fault({ ...read, skip: 1, times: 1, body: { ...charge, refunded_amount: 0 } });
			const later = (body: string) => {
				ahead(660_000);
				return body;
			};
			simulator.fault({ ...read, skip: 1, times: 1, body: later });
			const { items } = await refund([{ id: charge.id, amount: 4 }], { node: retried });
			expect(items[0]!.json).toMatchObject({ recovered: true });
			expect(refundsOf(charge)).toEqual([4]);
		});
	});

	test.each([
		['at first', 2, [4]],
		['at all', 99, [expect.stringMatching(COULD_NOT)]],
	])(
		'a refund that was refused and made all the same, and the charge cannot be read %s in the next try',
		async (_, times, expected) => {
			const charge = newCharge();
			hit({ status: 422, body: { message: 'Insufficient balance.' }, when: 'after' });
			const read = { method: 'GET', path: `/v1/charges/${charge.id}` };
			// The lookup of the first try is behind.
			simulator.fault({ ...read, skip: 1, times: 1, body: { ...charge, refunded_amount: 0 } });
			simulator.fault({ ...read, skip: 1, times, status: 403 });
			const result = await refund([{ id: charge.id, amount: 4 }], {
				node: { ...retried, maxTries: 2 },
			});
			expect(said(result)).toEqual(expected);
			expect(refundsOf(charge)).toEqual([4]);
		},
	);

	test.each(['failed', 'FAILED', 'Canceled', 'void', 'rejected', 'declined'])(
		'a refund with the status %s is an error, and no part of what remains',
		async (status) => {
			const charge = newCharge(20);
			const body = { id: 'r-d', payment_id: charge.id, amount_refunded: 4, status };
			hit({ status: 200, body, when: 'before' });
			const { error } = await refund([{ id: charge.id, amount: 4 }]);
			expect(error?.message).toBe('HitPay did not make the refund [item 0]');
			const rest = await refund([{ id: charge.id, amount: 0, kind: 'everything' }]);
			expect(said(rest)).toEqual([20]);
		},
	);

	test('after a refund that failed, by the answer itself', async () => {
		const charge = newCharge();
		const body = { id: 'r-f', payment_id: charge.id, amount_refunded: 4, status: 'failed' };
		hit({ status: 200, body, when: 'before' });
		await refund([{ id: charge.id, amount: 4 }]);
		const result = await refund([{ id: charge.id, amount: 4 }]);
		expect(said(result)).toEqual([4]);
	});

	test('of a creation without a name that a 429 hides: the list has what may be it', async () => {
		simulator.fault({ method: 'POST', path: '/v1/payment-requests', status: 429, when: 'after' });
		const amount = 31.07;
		const { error } = await runPayments({
			credentials: apiKeyOf(simulator),
			parameters: operation('paymentRequest', 'create', { amount, currency: 'SGD' }),
		});
		expect(error?.message).toMatch(COULD_NOT);
		const made = simulator.records.paymentRequests.filter((one) => Number(one.amount) === amount);
		expect(made).toHaveLength(1);
		expect(error?.description).toContain(made[0]!.id);
	});

	test('of a creation, a blip of the list fails one item, not all of them', async () => {
		simulator.fault({ method: 'GET', status: 400, body: { message: 'A blip.' } });
		const { items } = await runPayments({
			credentials: apiKeyOf(simulator),
			items: [1, 2, 3, 4].map((n) => ({ n })),
			node: continued,
			parameters: operation('paymentRequest', 'create', {
				amount: 25,
				currency: 'SGD',
				additionalFields: { referenceNumber: '={{ "R5 blip " + $json.n }}' },
				options: { maxRequests: 1 },
			}),
		});
		expect(items.filter(({ json }) => json.error)).toHaveLength(1);
	});
});

describe('no TypeError', () => {
	test.each([
		['currency', 702],
		['currency', {}],
		['currency', null],
		['currency', ''],
		['currency', 'SGD'],
		['status', null],
		['amount', null],
		['amount', {}],
		['amount', '1,250.00'],
		['refunded_amount', '1,000.00'],
		['refunded_amount', -5],
		['refunded_amount', 'NaN'],
		['refunds', [null, 5, 'x', {}, [], { id: 1, amount: 'x' }]],
		['refunds', {}],
		['payment_request_id', 5],
		['id', 5],
	])('%s is %p', async (name, value) => {
		for (const kind of ['part', 'everything']) {
			for (const cut of [undefined, 'after', 'before'] as const) {
				const charge = newCharge(2000);
				simulator.fault({
					method: 'GET',
					path: `/v1/charges/${charge.id}`,
					times: 99,
					when: 'after',
					body: (text: string) => JSON.stringify({ ...JSON.parse(text), [name]: value }),
				});
				if (cut) hit({ cut });
				const amount = 5.125;
				const { error } = await refund([{ id: charge.id, amount, kind }]);
				expect(error?.message ?? '').not.toMatch(
					/undefined|not a function|null|NaN|TypeError|Cannot read/,
				);
				expect(error?.description ?? '').not.toMatch(/not a function|NaN|TypeError|Cannot read/);
				simulator.reset();
			}
		}
	});
});

describe('recovered is true', () => {
	test('a first refund that ends after more than a minute, and a second one that is cut', async () => {
		const charge = newCharge();
		hit({ status: 504, late: 200 });
		const first = await refund([{ id: charge.id, amount: 5 }]);
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
		hit({ delay: 300, when: 'before', cut: 'before' });
		const second = await refund([{ id: charge.id, amount: 5 }]);
		expect(first.items).toEqual([]);
		expect([refundsOf(charge).length, second.items]).toEqual([1, []]);
	});

	test('an earlier refund that failed while this one was sent: nothing is sent twice', async () => {
		const charge = newCharge();
		// 50 were refunded; that failed just after the first read.
		const shown = (refunded_amount: number, skip: number, times: number) =>
			simulator.fault({
				method: 'GET',
				path: `/v1/charges/${charge.id}`,
				skip,
				times,
				when: 'after',
				body: { ...charge, status: 'partially_refunded', refunded_amount },
			});
		shown(50, 0, 1);
		shown(30, 0, 99);
		hit({ cut: 'after' });
		await refund([{ id: charge.id, amount: 30 }]);
		expect(refundsOf(charge)).toEqual([30]);
	});

	test('what is remembered of the charge is lost between two tries', async () => {
		const { charge } = await refundNew(5);
		hit({ cut: 'before' });
		const running = refund([{ id: charge.id, amount: 5 }], {
			node: { ...retried, maxTries: 2, waitBetweenTries: 1000 },
		});
		await wait(500);
		for (let n = 0; n < 50_001; n += 1) chargeMemory.memoryOf(`another ${n}`);
		const { items } = await running;
		expect([refundsOf(charge), items]).toEqual([[5], []]);
	});
});

describe('two equal rows and a try that n8n itself broke off', () => {
	test('each item has a refund of its own', async () => {
		const charge = newCharge();
		const until = Date.now() + 600;
		hit({ delay: 1500, when: 'before' });
		const { items } = await refund(
			[
				{ id: charge.id, amount: 5 },
				{ id: charge.id, amount: 5 },
				{ id: 'last', amount: 5 },
			],
			{
				parameters: {
					paymentId: `={{ $json.id === 'last' ? (Date.now() < ${until} ? $('Nowhere').item.json.id : '${charge.id}') : $json.id }}`,
					requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 200 } } },
					options: { maxRequests: 1 },
				},
				node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 300 },
			},
		);
		await wait(500);
		expect([
			items.length,
			new Set(items.map(({ json }) => json.id)).size,
			refundsOf(charge),
		]).toEqual([3, 3, [5, 5, 5]]);
	});
});

describe('an execution without an ID', () => {
	test('Retry On Fail refunds once', async () => {
		simulator.fault({ method: 'GET', skip: 1, times: 20, status: 404 });
		const { charge } = await refundNew(4, { cut: 'after' }, { node: retried, executionId: '' });
		expect(refundsOf(charge)).toEqual([4]);
	});

	test('Retry On Fail for another item refunds once', async () => {
		const charges = [newCharge(), newCharge()];
		simulator.fault({ path: `/v1/charges/${charges[1]!.id}`, times: 1, status: 400 });
		await refund(
			charges.map(({ id }) => ({ id, amount: 4 })),
			{
				node: retried,
				executionId: '',
				parameters: { options: { maxRequests: 1 } },
			},
		);
		expect(charges.map(refundsOf)).toEqual([[4], [4]]);
	});
});

describe('Retry On Fail where the amount is worked out anew (pro rata by time)', () => {
	const amount = '={{ Math.round(4 + (Date.now() % 10000) / 100) }}';

	test('another item fails: the first one is refunded once', async () => {
		const charges = [newCharge(1000), newCharge(1000)];
		simulator.fault({ path: `/v1/charges/${charges[1]!.id}`, status: 400 });
		await refund(
			charges.map(({ id }) => ({ id })),
			{
				node: { ...retried, waitBetweenTries: 400 },
				parameters: { amount, options: { maxRequests: 1 } },
			},
		);
		expect(refundsOf(charges[0]!)).toHaveLength(1);
	});

	test('its own outcome was unknown: refunded once', async () => {
		const charge = newCharge(1000);
		hit({ cut: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 9, status: 503 });
		await refund([{ id: charge.id }], {
			node: { ...retried, waitBetweenTries: 400 },
			parameters: { amount },
		});
		expect(refundsOf(charge)).toHaveLength(1);
	});
});

describe('a charge that lists its refunds', () => {
	test('one that is listed as pending, and not counted yet, is not sent again', async () => {
		const charge = newCharge(12);
		const shown = (refunds: IDataObject[], times: number) =>
			simulator.fault({
				method: 'GET',
				path: `/v1/charges/${charge.id}`,
				times,
				when: 'after',
				body: { ...charge, status: 'succeeded', refunded_amount: 0, refunds },
			});
		shown([], 1);
		shown([{ id: 'r-1', amount_refunded: 12, status: 'pending' }], 99);
		hit({ cut: 'after' });
		await refund([{ id: charge.id, amount: 12 }]);
		expect(posts()).toBe(1);
	});
});

describe('creations', () => {
	let names = 0;
	const request = (fields: INodeParameters, more: INodeParameters = {}): INodeParameters =>
		operation('paymentRequest', 'create', {
			amount: 25,
			currency: 'SGD',
			...more,
			additionalFields: fields,
		});
	const qr = (name: string, fields: INodeParameters = {}): INodeParameters =>
		operation('staticQr', 'create', {
			name,
			paymentMethod: 'paynow_online',
			additionalFields: fields,
		});
	const run = async (parameters: INodeParameters, options: Partial<RunOptions> = {}) =>
		await runPayments({ credentials: apiKeyOf(simulator), ...options, parameters });
	const ids = ({ items }: RunResult) => items.map(({ json }) => json.id ?? json.error);
	const requests = (reference: string) =>
		simulator.records.paymentRequests.filter((one) => one.reference_number === reference);
	const name = (what: string) => `${what} ${(names += 1)}`;

	describe('Retry On Fail where an expression gives something else each time', () => {
		test('an expiry from $now, and another item that fails', async () => {
			const mine = name('C1 expiry');
			await run(
				request({
					referenceNumber: `={{ $json.n === 1 ? "${mine}" : "${mine} other" }}`,
					expiryDate: '={{ $now.plus({ days: 1 }).toISO() }}',
				}),
				{
					items: [{ n: 1 }, { n: 2 }],
					node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1500 },
					...(simulator.fault({ method: 'POST', skip: 1, status: 400 }), {}),
				},
			);
			expect(requests(mine)).toHaveLength(1);
		});

		test('an expiry from $now, and an outcome that stays unknown', async () => {
			const mine = name('C1 unknown');
			simulator.fault({ method: 'POST', cut: 'after' });
			simulator.fault({ method: 'GET', skip: 1, times: 9, status: 503 });
			await run(
				request({ referenceNumber: mine, expiryDate: '={{ $now.plus({ days: 1 }).toISO() }}' }),
				{ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1500 } },
			);
			expect(requests(mine)).toHaveLength(1);
		});

		test('a redirect address with the time in it', async () => {
			const mine = name('C1 redirect');
			simulator.fault({ method: 'POST', cut: 'after' });
			simulator.fault({ method: 'GET', skip: 1, times: 9, status: 503 });
			await run(
				request({
					referenceNumber: mine,
					redirectUrl: '={{ "https://example.com/?at=" + Date.now() }}',
				}),
				{ node: retried },
			);
			expect(requests(mine)).toHaveLength(1);
		});
	});

	test('two names that differ in capitals only, at the same time', async () => {
		const mine = name('C2 Counter');
		simulator.fault({ method: 'POST', cut: 'before' });
		simulator.fault({ method: 'POST', delay: 400, when: 'after' });
		const result = await run(qr('={{ $json.name }}'), {
			items: [{ name: mine }, { name: mine.toUpperCase() }],
			node: continued,
		});
		const made = simulator.records.staticQrs.filter(
			(one) => one.name.toLowerCase() === mine.toLowerCase(),
		);
		expect([made.length, ids(result)[0]]).toEqual([
			1,
			'Could not confirm whether it was created [item 0]',
		]);
	});

	test('a code without an amount is not answered with one of somebody else that has one', async () => {
		const mine = name('C3');
		simulator.fault({ method: 'POST', delay: 200, cut: 'before', when: 'before' });
		const running = run(qr(mine));
		while (posts() === 0) await wait(2);
		await call('/v1/static_qr', {
			name: mine,
			payment_provider_method: 'paynow_online',
			amount: 500,
			currency: 'SGD',
		});
		expect((await running).error?.message).toMatch(COULD_NOT);
	});

	test('a list without the names: the record of somebody else is not an answer', async () => {
		const mine = name('C4');
		const cutShort = (body: string) => {
			const list = JSON.parse(body) as { data: IDataObject[] };
			const data = list.data.map(({ id, amount, currency, status, created_at }) => ({
				id,
				amount,
				currency,
				status,
				created_at,
			}));
			return JSON.stringify({ ...list, data });
		};
		simulator.fault({ method: 'GET', times: 99, body: cutShort });
		simulator.fault({ method: 'POST', delay: 200, cut: 'before', when: 'before' });
		const running = run(request({ referenceNumber: mine }));
		while (posts() === 0) await wait(2);
		await call('/v1/payment-requests', { amount: 25, currency: 'SGD', reference_number: 'of Bob' });
		expect((await running).error?.message).toMatch(COULD_NOT);
	});

	describe('an old one of the same name comes up', () => {
		const page = (records: IDataObject[], meta: IDataObject) => ({ data: records, meta });
		const filler = (from: number, length: number) =>
			Array.from({ length }, (_, index) => ({
				id: `filler-${from + index}`,
				reference_number: `filler ${from + index}`,
				amount: '25.00',
				currency: 'SGD',
			}));
		const old = (mine: string) => ({
			id: `old ${mine}`,
			reference_number: mine,
			amount: '25.00',
			currency: 'SGD',
		});
		async function attack(before: unknown, after: unknown, mine: string) {
			simulator.fault({ method: 'GET', body: before, when: 'after' });
			simulator.fault({ method: 'GET', body: after, when: 'after', times: 99 });
			simulator.fault({ method: 'POST', cut: 'before' });
			return ids(await run(request({ referenceNumber: mine })));
		}

		test('a list without meta that holds a hundred: one was deleted, so an old one moves up', async () => {
			const mine = name('C7');
			const all = [...filler(0, 100), old(mine)];
			expect(
				await attack(page(all.slice(0, 100), {}), page(all.slice(1, 101), {}), mine),
			).not.toContain(`old ${mine}`);
		});

		test('a cursor that is a number', async () => {
			const mine = name('C7');
			const all = [...filler(0, 100), old(mine)];
			const meta = { per_page: 100, next_cursor: 4711 };
			expect(
				await attack(page(all.slice(0, 100), meta), page(all.slice(1, 101), meta), mine),
			).not.toContain(`old ${mine}`);
		});

		test('a list whose order is by chance', async () => {
			const mine = name('C7');
			const meta = { current_page: 1, last_page: 3 };
			const all = filler(0, 100);
			const mixed = [...all.slice(50), old(mine), ...all.slice(0, 49)];
			expect(await attack(page(all, meta), page(mixed, meta), mine)).not.toContain(`old ${mine}`);
		});
	});

	test('of two equal items, the first of which ends late, the second one is not answered with it', async () => {
		const mine = name('C8');
		simulator.fault({ method: 'POST', status: 504, late: 150 });
		simulator.fault({ method: 'POST', delay: 300, when: 'before', cut: 'before' });
		const result = await run(request({ referenceNumber: mine }), {
			items: [{}, {}],
			node: continued,
		});
		expect(requests(mine)).toHaveLength(1);
		// On a busy machine, the first one may still find its own.
		expect(ids(result)[1]).toBe('Could not confirm whether it was created [item 1]');
	});

	test('422 of a gateway that repeats the request: not called not made', async () => {
		const mine = name('C9');
		simulator.fault({
			method: 'POST',
			status: 422,
			when: 'after',
			body: { message: 'The reference has already been taken.' },
		});
		const { error, items } = await run(request({ referenceNumber: mine }));
		if (items.length === 0) expect(error?.message).toMatch(COULD_NOT);
	});

	test('an execution without an ID, and Retry On Fail', async () => {
		const mine = name('C10');
		simulator.fault({ method: 'POST', cut: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 9, status: 503 });
		await run(request({ referenceNumber: mine }), { node: retried, executionId: '' });
		expect(requests(mine)).toHaveLength(1);
	});
});

describe('what is to hold', () => {
	test('payment request IDs and charge IDs in opposite orders do not block each other', async () => {
		const pairs = await Promise.all([1, 2, 3, 4].map(async () => await paid()));
		const forward = pairs.flatMap(({ request, charge }) => [request, charge.id]);
		const runs = await Promise.all(
			[forward, [...forward].reverse(), forward, [...forward].reverse()].map(
				async (list, n) =>
					await refund(
						list.map((id) => ({ id, amount: 1 + n })),
						{
							parameters: { options: { maxRequests: 1 + n } },
						},
					),
			),
		);
		expect(runs.map(({ error }) => error?.message)).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
		]);
		for (const { charge } of pairs) {
			expect([...refundsOf(charge)].sort()).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
		}
	});

	test('sums of tenths', async () => {
		const charge = newCharge(1);
		const rows = Array.from({ length: 10 }, () => ({ id: charge.id, amount: 0.1 }));
		hit({ cut: 'after', times: 10 });
		await succeeded(refund(rows));
		expect(refundsOf(charge)).toEqual(Array(10).fill(0.1));
	});

	test.each([
		['USD', 5.125],
		['JPY', 5.5],
		['sgd', 5.005],
	])('%s in capitals or not, %d', async (currency, amount) => {
		const charge = newCharge(100, 'sgd');
		simulator.fault({
			method: 'GET',
			path: `/v1/charges/${charge.id}`,
			when: 'after',
			body: { ...charge, currency, refunded_amount: 0 },
		});
		const { error } = await refund([{ id: charge.id, amount }]);
		expect(error?.message).toContain('more decimals');
		expect(posts()).toBe(0);
	});
});

describe('by chance', () => {
	/** A number from 0 to 1, the same for the same seed. */
	const drawer = (seed: number) => () => {
		seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
		return seed / 4_294_967_296;
	};

	test.each(casesOf([1, 2, 3, 4, 5, 6], 3))(
		'workflows, credentials, names, seed %d',
		async (seed) => {
			const draw = drawer(seed);
			const own = await startSimulator({ seed, readLag: 8, listRefunds: seed % 2 === 0 });
			const { refund, refundsOf, paid } = refundsOn(own, parameters);
			try {
				const pairs = await Promise.all(Array.from({ length: 6 }, async () => await paid()));
				const trouble: Fault[] = [
					{ status: 429, rate: 0.08 },
					{ cut: 'before', rate: 0.05 },
					{ cut: 'after', rate: 0.08 },
					{ status: 500, when: 'after', rate: 0.06 },
					{ status: 502, late: 10, rate: 0.06 },
					{ status: 200, body: '<html>', when: 'after', rate: 0.05 },
					{ cut: 'middle', rate: 0.05 },
				];
				for (const fault of trouble) own.fault({ method: 'POST', path: '/v1/refund', ...fault });
				own.fault({ method: 'GET', path: '/v1/charges', status: 503, rate: 0.05 });
				const asked = new Map<string, number[]>();
				const runs = await Promise.all(
					[0, 1, 2, 3].map(async (n) => {
						const rows = Array.from({ length: 15 }, () => {
							const { request, charge } = pairs[Math.floor(draw() * pairs.length)]!;
							const amount = 1 + Math.floor(draw() * 3);
							asked.set(charge.id, [...(asked.get(charge.id) ?? []), amount]);
							return { id: draw() < 0.5 ? request : charge.id, amount, charge: charge.id };
						});
						const result = await refund(rows, {
							credentials: n % 2 === 0 ? apiKeyOf(own) : oAuth2Of(own),
							node: {
								...continued,
								...(n > 1 ? { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } : {}),
							},
						});
						return { rows, items: result.items };
					}),
				);
				await wait(300);
				const wrong: unknown[] = [];
				for (const { charge } of pairs) {
					for (const amount of [1, 2, 3]) {
						const made = refundsOf(charge).filter((one) => one === amount).length;
						let sure = 0;
						let unsure = 0;
						for (const { rows, items } of runs) {
							rows.forEach((row, index) => {
								if (row.charge !== charge.id || row.amount !== amount) return;
								const { error } = items[index]!.json;
								if (error === undefined) sure += 1;
								else if (COULD_NOT.test(error as string)) unsure += 1;
							});
						}
						if (made < sure || made > sure + unsure) wrong.push({ amount, made, sure, unsure });
					}
				}
				expect(wrong).toEqual([]);
			} finally {
				await own.close();
			}
		},
	);
});
