import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { cursorPages } from '../../nodes/Payments/handlers/lists/list';
import type { RequestData } from '../../nodes/Payments/run/context';
import { monotonic } from '../../nodes/Payments/transport/clock';
import { formHeaders } from '../../nodes/Payments/transport/form';
import { lastResponseTime } from '../../nodes/Payments/transport/headers';
import { readHeadersOf, send } from '../../nodes/Payments/transport/send';
import { sendForRecord } from '../../nodes/Payments/transport/sendForRecord';
import { failure, itemOf, requestOf, runList, type Server } from '../fuzz/context';

const list = cursorPages(z.object({}), [], { fields: {}, simplified: [] });

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

/** Sends a request. @returns what n8n sends */
async function sentFor(options: RequestData['options']) {
	const sent: Array<RequestData['options']> = [];
	const context = await itemOf(async (request) => {
		sent.push(request.options);
		return await Promise.resolve([{ json: {} }]);
	});
	await send(context, requestOf({ url: '/v1/x', ...options }));
	expect(sent).toHaveLength(1);
	return sent[0]!;
}

test('a read with values in its body is a POST, any other request is sent as it is', async () => {
	const body = { amount: 1 };
	expect(await sentFor({ method: 'GET', body })).toMatchObject({ method: 'POST', body });
	expect(await sentFor({ method: 'GET', body: {} })).toMatchObject({ method: 'GET', body: {} });
	expect((await sentFor({ method: 'GET' })).method).toBe('GET');
	expect(await sentFor({ method: 'PUT', body })).toMatchObject({ method: 'PUT', body });
	const form = await sentFor({ method: 'PUT', body, headers: formHeaders });
	expect(form).toMatchObject({
		method: 'POST',
		body: expect.stringContaining('name="_method"') as string,
	});
});

test('a request is sent to the host of the credential only', async () => {
	const { baseURL, allowedDomains } = await sentFor({ method: 'GET' });
	expect(new URL(baseURL!).hostname).toBe(allowedDomains);
});

test('the headers of the responses to an item are read before its own functions', async () => {
	const context = await itemOf(async () => await Promise.resolve([]));
	const request = requestOf({ url: '/v1/x' });
	request.postReceive = [{ data: { parameterValue: 'own' }, actions: [] }];
	readHeadersOf(context, request);
	expect(request.postReceive).toHaveLength(2);
	expect(request.postReceive[1]!.data.parameterValue).toBe('own');
	const read = request.postReceive[0]!.actions[0] as unknown as (
		items: object[],
		response: object,
	) => void;
	read([], { headers: { date: 'Thu, 01 Jan 2026 00:00:07 GMT' }, body: {} });
	expect(lastResponseTime(context)).toBe(Date.UTC(2026, 0, 1, 0, 0, 7));
});

describe('a response', () => {
	const respond = async (bodies: unknown[], method: 'POST' | 'PUT', idName?: string) => {
		const items = bodies.map((json) => ({ json: json as IDataObject }));
		const context = await itemOf(async () => await Promise.resolve(items));
		return await sendForRecord(context, requestOf({ method, url: '/v1/x', body: {} }), idName);
	};

	test.each<[string, unknown[], 'POST' | 'PUT', string | undefined]>([
		['a new record without an ID', [{ name: 'x' }], 'POST', undefined],
		['a new record with another ID', [{ id: 'x' }], 'POST', 'payment_id'],
		['a mere message', [{ message: 'Done', errors: [], success: true }], 'PUT', undefined],
		['nothing', [], 'PUT', undefined],
		['several records', [{ name: 'x' }, { name: 'y' }], 'PUT', undefined],
		['an empty body', [''], 'PUT', undefined],
	])('is no record: %s', async (_, bodies, method, idName) => {
		await expect(respond(bodies, method, idName)).rejects.toThrow(
			'The response contains no record',
		);
	});

	test.each<[string, unknown, 'POST' | 'PUT', string | undefined]>([
		['a new record with an ID', { id: 'x' }, 'POST', undefined],
		['a new record with an ID of that name', { payment_id: 'x' }, 'POST', 'payment_id'],
		['a record with a message', { message: 'Done', name: 'x' }, 'PUT', undefined],
	])('is a record: %s', async (_, body, method, idName) => {
		expect(await respond([body], method, idName)).toEqual([{ json: body }]);
	});
});
