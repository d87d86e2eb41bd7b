import { z } from 'zod';

import { cursorPages } from '../../nodes/Payments/handlers/lists/list';
import { monotonic } from '../../nodes/Payments/transport/clock';
import { runList, type Server } from '../fuzz/context';

const list = cursorPages(z.object({}), [], { fields: {}, simplified: [] });
const failure = (status: number) => Object.assign(new Error('x'), { response: { status } });

/** Runs a list that is cancelled after a time in milliseconds. */
async function cancelledAfter(time: number, serve: Server) {
	let requests = 0;
	const server: Server = (query) => {
		requests += 1;
		return serve(query);
	};
	const cancelled = time === 0 ? AbortSignal.abort() : AbortSignal.timeout(time);
	const startedAt = monotonic();
	const ended = await runList(list, server, { cancelled, maxTries: 5 }).catch(
		(thrown: unknown) => thrown,
	);
	return { ended, requests, time: monotonic() - startedAt };
}

const page = () => ({ data: [{ id: 'charge' }], meta: { next_cursor: null } });

test('after the execution is cancelled, nothing is sent', async () => {
	const { ended, requests } = await cancelledAfter(0, page);
	expect(ended).toEqual([]);
	expect(requests).toBe(0);
});

test('a request that waits to be sent again is given up when the execution is cancelled', async () => {
	const serve = () => {
		throw failure(503);
	};
	const { ended, requests, time } = await cancelledAfter(100, serve);
	expect(ended).toEqual([]);
	expect(requests).toBeLessThan(4);
	expect(time).toBeLessThan(2_000);
});

test('a response that is on its way is awaited', async () => {
	const serve = async () => {
		await new Promise((resolve) => setTimeout(resolve, 200));
		return page();
	};
	const { ended } = await cancelledAfter(50, serve);
	expect(ended).toEqual([expect.objectContaining({ json: { id: 'charge' } })]);
});
