import type { IPollFunctions } from 'n8n-workflow';

import * as clock from '../../nodes/Payments/transport/clock';
import { queueFor } from '../../nodes/Payments/transport/queue/requestQueue';
import { readWithRetries, request } from '../../nodes/Payments/transport/triggerRequest';
import { failure, requestsOf } from '../fuzz/context';

const page = {
	body: { data: [] },
	headers: { date: 'Thu, 01 Jan 2026 00:00:07 GMT' },
};

let waits = 0;
beforeEach(() => {
	waits = 0;
	jest.spyOn(clock, 'wait').mockImplementation(async () => {
		waits += 1;
		return await Promise.resolve();
	});
});
afterEach(() => jest.restoreAllMocks());

/** Returns n8n's functions for a poll whose requests have these outcomes, in order; the last one is repeated. */
function pollOf(...outcomes: unknown[]) {
	const { own, sent, helpers } = requestsOf(
		(_, before) => outcomes[Math.min(before, outcomes.length - 1)],
	);
	const context = {
		getNode: () => own,
		getNodeParameter: (_: string, otherwise: unknown) => otherwise ?? 'apiKey',
		getCredentials: async () => await Promise.resolve({ environment: 'sandbox' }),
		helpers,
	} as unknown as IPollFunctions;
	return { context, sent };
}

const poll = async ({ context }: ReturnType<typeof pollOf>) =>
	await readWithRetries(context, '/v1/charges', { per_page: 1 });

test('a poll reads a page, and when it was sent', async () => {
	const one = pollOf(page);
	expect(await poll(one)).toEqual({ body: page.body, sentAt: Date.UTC(2026, 0, 1, 0, 0, 7) });
	expect(one.sent).toEqual([
		expect.objectContaining({
			method: 'GET',
			url: '/v1/charges',
			qs: { per_page: 1 },
			json: true,
			disableFollowRedirect: true,
			timeout: 60_000,
		}),
	]);
});

test('a poll repeats a read twice after failures of the network and of servers', async () => {
	const one = pollOf(failure(503), failure(500), page);
	expect((await poll(one)).body).toEqual(page.body);
	expect([one.sent.length, waits]).toEqual([3, 2]);
	const other = pollOf(failure(503));
	await expect(poll(other)).rejects.toMatchObject({ response: { status: 503 } });
	expect(other.sent).toHaveLength(3);
});

test('a poll repeats no read that is refused', async () => {
	const one = pollOf(failure(404));
	await expect(poll(one)).rejects.toMatchObject({ response: { status: 404 } });
	expect(one.sent).toHaveLength(1);
});

test('a refusal by the rate limit is no attempt, and the queue records it', async () => {
	const one = pollOf(failure(429), failure(429), failure(429), failure(503), failure(503), page);
	const queue = Object.getPrototypeOf(queueFor('any')) as ReturnType<typeof queueFor>;
	const recorded = jest.spyOn(queue, 'recordRefusal');
	await expect(poll(one)).rejects.toMatchObject({ response: { status: 503 } });
	expect(recorded).toHaveBeenCalledTimes(3);
});

test('any other request of a trigger is sent once, with its headers', async () => {
	const one = pollOf(failure(503));
	const headers = { 'x-test': 'x' };
	await expect(
		request(one.context, { method: 'POST', path: '/v1/x', body: { a: 1 }, headers }),
	).rejects.toMatchObject({ response: { status: 503 } });
	expect(one.sent).toEqual([
		expect.objectContaining({ method: 'POST', body: { a: 1 }, headers, timeout: 8_000 }),
	]);
});
