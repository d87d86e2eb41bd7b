import { call, get, post, useSimulator } from './helpers';

const simulator = useSimulator();

describe('the journal', () => {
	test('has requests with the status of their responses', async () => {
		await get(simulator, '/v1/payouts?status=paid&per_page=2');
		await post(simulator, '/v1/refund', { amount: 1 });
		await call(simulator, 'POST', '/v1/open/oauth/token', { form: { client_secret: 'shh' } });
		expect(simulator.requests).toMatchObject([
			{
				...{ method: 'GET', path: '/v1/payouts', query: { status: 'paid', per_page: '2' } },
				...{ headers: { 'x-business-api-key': simulator.apiKey }, rawBody: '', status: 200 },
			},
			{
				...{ method: 'POST', path: '/v1/refund', body: { amount: 1 } },
				...{ rawBody: '{"amount":1}', status: 422 },
			},
			{ path: '/v1/open/oauth/token', body: { client_secret: 'shh' }, status: 401 },
		]);
		expect(simulator.requests[0]!.body).toBeUndefined();
		expect(simulator.requests[0]!.at).toBeGreaterThan(Date.now() - 60_000);
	});

	test('keeps the raw text of a body that cannot be parsed', async () => {
		const headers = { 'content-type': 'application/json' };
		await fetch(`${simulator.url}/v1/refund?a[]=1&a[]=2`, { method: 'POST', headers, body: '{' });
		expect(simulator.requests).toMatchObject([
			{ path: '/v1/refund', query: { a: ['1', '2'] }, rawBody: '{', status: 401 },
		]);
	});

	test('names the fault that hit a request; without a response there is no status', async () => {
		simulator.fault({ status: 429, skip: 1, times: 2 });
		simulator.fault({ status: 500, when: 'after' });
		simulator.fault({ cut: 'before', status: 500 });
		simulator.fault({ cut: 'after', delay: 1 });
		simulator.fault({ delay: 1 });
		simulator.fault({ repeatCursor: true });
		simulator.fault({ body: {} });
		for (let i = 0; i < 9; i++) await get(simulator, '/v1/charges').catch(() => undefined);
		expect(simulator.requests.map(({ fault, status }) => [status, fault])).toEqual([
			[500, { when: 'after', status: 500 }],
			[429, { when: 'before', status: 429 }],
			[429, { when: 'before', status: 429 }],
			[undefined, { when: 'before', cut: 'before' }],
			[undefined, { when: 'after', cut: 'after', delay: 1 }],
			[200, { when: 'after', delay: 1 }],
			[200, { when: 'after', repeatCursor: true }],
			[200, { when: 'after' }],
			[200, undefined],
		]);
		expect(simulator.faultCounts).toEqual({
			...{ '429': 2, '500 after': 1, 'cut before': 1, 'cut after': 1 },
			...{ delay: 1, 'repeated cursor': 1, 'changed response': 1 },
		});
	});

	test('is emptied by a reset, which keeps the records', async () => {
		const charge = simulator.addCharge({ amount: 10 });
		await post(simulator, '/v1/refund', { amount: 1, payment_id: charge.id });
		const { requests } = simulator;
		simulator.reset();
		expect([requests, simulator.faultCounts]).toEqual([[], {}]);
		expect(simulator.records.refunds[0]!.payment_id).toBe(charge.id);
	});
});
