import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import * as clock from '../../nodes/Payments/transport/clock';
import { startSimulator, type Charge, type Simulator } from '../../simulator';
import { apiKeyOf, runPayments, type RunOptions } from './run';

let simulator: Simulator;
let proxy: http.Server;
type Hook = (req: http.IncomingMessage, body: Buffer, res: http.ServerResponse, forward: () => Promise<{ status: number; headers: Headers; text: string }>) => Promise<boolean>;
let hook: Hook | undefined;
let seen: string[] = [];
beforeAll(async () => {
	simulator = await startSimulator();
	proxy = http.createServer((req, res) => {
		void (async () => {
			const chunks: Buffer[] = [];
			for await (const c of req) chunks.push(c as Buffer);
			const body = Buffer.concat(chunks);
			seen.push(`${req.method} ${req.url}`);
			const forward = async () => {
				const headers = Object.fromEntries(Object.entries(req.headers).filter(([k]) => !['host', 'connection', 'content-length', 'accept-encoding'].includes(k))) as Record<string, string>;
				const a = await fetch(simulator.url + req.url, { method: req.method, headers, body: body.length ? body : undefined });
				return { status: a.status, headers: a.headers, text: await a.text() };
			};
			if (hook && (await hook(req, body, res, forward))) return;
			const a = await forward();
			res.writeHead(a.status, { 'content-type': a.headers.get('content-type') ?? 'application/json', ...(a.headers.get('retry-after') ? { 'retry-after': a.headers.get('retry-after')! } : {}) });
			res.end(a.text);
		})().catch(() => res.destroy());
	});
	await new Promise<void>((r) => proxy.listen(0, '127.0.0.1', () => r()));
});
afterAll(async () => { proxy.closeAllConnections(); proxy.close(); await simulator.close(); });
jest.setTimeout(90_000);
const { wait } = clock;
const waits: number[] = [];
beforeEach(() => {
	simulator.reset(); waits.length = 0; hook = undefined; seen = [];
	jest.spyOn(clock, 'wait').mockImplementation(async (time, cancelled) => { if (time > 0) waits.push(time); await wait(time / 1000, cancelled); });
});
const create: INodeParameters = { resource: 'refund', operation: 'create', paymentId: '={{ $json.id }}', amount: '={{ $json.amount }}' };
const newCharge = (amount = 12) => simulator.addCharge({ amount, currency: 'sgd', status: 'succeeded' });
const creds = () => ({ paymentsApi: { ...apiKeyOf(simulator).paymentsApi, apiUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` } });
const refund = (items: IDataObject[], options: Partial<RunOptions> = {}) => runPayments({ credentials: creds(), items, ...options, parameters: { ...create, ...options.parameters } });
const refundsOf = ({ id }: Charge) => simulator.records.refunds.filter((o) => o.payment_id === id).map((o) => o.amount_refunded);
const retried: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const show = (name: string, r: Awaited<ReturnType<typeof refund>>, c?: Charge) =>
	console.log(name, JSON.stringify({ items: r.items.map((i) => i.json), failed: r.failed.map((i) => i.json), message: r.error?.message, description: r.error?.description, http: r.error?.httpCode, refunds: c && refundsOf(c), seen, waits: waits.map(Math.round) }, null, 1));

test('F: continueOnFail, unknown', async () => {
	const c = newCharge();
	simulator.fault({ method: 'POST', cut: 'before' });
	show('F', await refund([{ id: c.id, amount: 5 }], { node: { onError: 'continueErrorOutput' } }), c);
});
test('G: Retry-After 0 / odd', async () => {
	for (const value of ['0', '1.5', '-1', 'Wed, 21 Oct 2015 07:28:00 GMT', '2 seconds', '120, 120']) {
		const c = newCharge(); waits.length = 0; seen = [];
		simulator.reset();
		simulator.fault({ method: 'POST', times: 100, status: 429, headers: { 'retry-after': value } });
		const r = await refund([{ id: c.id, amount: 5 }]);
		console.log('G', value, waits.map(Math.round), r.error?.message, '|', r.error?.description);
	}
});
test('H: refunded_amount null / missing', async () => {
	for (const missing of ['null', 'absent', 'nullpartial']) {
		const c = newCharge(20); seen = [];
		let n = 0;
		hook = async (req, _b, res, forward) => {
			if (req.method === 'GET') {
				const a = await forward();
				const o = JSON.parse(a.text) as Record<string, unknown>;
				if (missing === 'absent') delete o.refunded_amount; else o.refunded_amount = null;
				if (missing !== 'nullpartial' ) o.status = 'succeeded';
				res.writeHead(a.status, { 'content-type': 'application/json' }); res.end(JSON.stringify(o));
				return true;
			}
			if (n++ > 0) return false;
			await forward(); res.writeHead(500); res.end('{}'); return true;
		};
		show(`H ${missing}`, await refund([{ id: c.id, amount: 5 }]), c);
	}
});
test('J: 500 before the work, last try; 202', async () => {
	const c = newCharge();
	hook = async (req, _b, res, forward) => {
		if (req.method === 'GET') return false;
		const a = await forward(); res.writeHead(302, { location: '/x' }); res.end(a.text.slice(0, 0)); return true;
	};
	show('J 302 after work', await refund([{ id: c.id, amount: 5 }]), c);
});

const continued: Partial<INode> = { onError: 'continueRegularOutput' };
test('K: batching; n8n-side throw in the middle; retry', async () => {
	const cs = [newCharge(), newCharge(), newCharge()];
	let first = true;
	hook = async (req) => { if (req.method === 'POST') await wait(150); return false; };
	void first;
	const r = await refund([{ id: cs[0]!.id, amount: 5 }, { id: cs[0]!.id, amount: 5 }, { id: cs[1]!.id, amount: 5 }], {
		node: retried,
		parameters: { requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 20 } } }, paymentId: '={{ $itemIndex === 2 ? $("Nope").first().json.id : $json.id }}' },
	});
	await wait(1500);
	show('K', r, cs[0]);
});
test('L: continueOnFail + retry', async () => {
	const cs = [newCharge(), newCharge()];
	simulator.fault({ path: `/v1/charges/${cs[0]!.id}`, times: 1, status: 400 });
	show('L', await refund(cs.map(({ id }) => ({ id, amount: 5 })), { node: { ...retried, ...continued } }), cs[1]);
});
test('M: PR id and charge id, parallel; lower and upper', async () => {
	const a = await fetch(`${simulator.url}/v1/payment-requests`, { method: 'POST', headers: { 'x-business-api-key': simulator.apiKey, 'content-type': 'application/json' }, body: JSON.stringify({ amount: 25, currency: 'SGD' }) });
	const { id } = (await a.json()) as { id: string };
	const c = simulator.pay(id);
	const many = Array.from({ length: 30 }, (_, i) => ({ id: i % 3 === 0 ? id : i % 3 === 1 ? c.id : c.id.toUpperCase(), amount: 1 }));
	const r = await refund(many, { node: continued });
	console.log('M', r.items.filter((i) => i.json.error).map((i) => i.json.error).slice(0, 3), refundsOf(c).length, r.items.length);
});
test('N: cancel while waiting', async () => {
	const cs = Array.from({ length: 40 }, () => newCharge());
	hook = async (req) => { await wait(50); return false; };
	const t = Date.now();
	const r = await refund(cs.map(({ id }) => ({ id, amount: 5 })), { parameters: { options: { maxRequests: 2 } }, stoppable: (stop) => setTimeout(stop, 400) });
	const n = seen.length; await wait(1000);
	console.log('N', Date.now() - t, 'seen at end', n, 'later', seen.length, r.run.status, r.error?.message, 'posts', seen.filter((x) => x.startsWith('POST')).length, 'refunds', cs.filter((c) => refundsOf(c).length).length);
});
test('O: 1000 items of one charge, mixed fails', async () => {
	const c = newCharge(1000);
	const t = Date.now();
	const r = await refund(Array.from({ length: 1000 }, (_, i) => ({ id: c.id, amount: i % 10 === 0 ? 100000 : 0.01 * ((i % 3) + 1) })), { node: continued });
	console.log('O', Date.now() - t, r.items.length, refundsOf(c).length, r.items.filter((i) => i.json.error).length);
});
test('P: limits: two executions with 50 and 8, and one with 1', async () => {
	let now = 0; let most = 0;
	hook = async () => { now++; most = Math.max(most, now); await wait(20); now--; return false; };
	const cs = Array.from({ length: 60 }, () => newCharge());
	const rows = cs.map(({ id }) => ({ id, amount: 5 }));
	const t = Date.now();
	await Promise.all([refund(rows.slice(0, 40), { parameters: { options: { maxRequests: 3 } } }), refund(rows.slice(40), { parameters: { options: { maxRequests: 3 } } })]);
	console.log('P', most, Date.now() - t);
});
test('Q: more tries than Max Tries', async () => {
	const c = newCharge();
	const others = Array.from({ length: 60 }, () => newCharge());
	let n = 0;
	hook = async (req, _b, res) => { if (req.method === 'GET' && req.url!.includes(c.id)) { n++; res.writeHead(500); res.end('{}'); return true; } await wait(20); return false; };
	const r = await refund([c, ...others].map(({ id }) => ({ id, amount: 5 })), { node: continued, parameters: { options: { maxTries: 3, maxRequests: 2 } } });
	console.log('Q tries of one GET with Max Tries 3:', n, r.items[0]?.json);
});
test('R: amounts', async () => {
	for (const amount of ['5.10', '1e1', 0.1 + 0.2, '0.0001', 5.005, 1e-7]) {
		const c = newCharge(20); seen = [];
		const r = await refund([{ id: c.id, amount }]);
		console.log('R', amount, refundsOf(c), r.error?.message, r.error?.description);
	}
});
