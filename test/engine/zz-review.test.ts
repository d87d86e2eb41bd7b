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
			res.writeHead(a.status, { 'content-type': a.headers.get('content-type') ?? 'application/json' });
			res.end(a.text);
		})();
	});
	await new Promise<void>((r) => proxy.listen(0, '127.0.0.1', () => r()));
});
afterAll(async () => { proxy.closeAllConnections(); proxy.close(); await simulator.close(); });
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

test('A: answer cut in the middle of the body', async () => {
	const c = newCharge();
	let n = 0;
	hook = async (req, _b, res, forward) => {
		if (req.method !== 'POST' || n++ > 0) return false;
		const a = await forward();
		res.writeHead(a.status, { 'content-type': 'application/json', 'content-length': String(a.text.length) });
		res.write(a.text.slice(0, 20));
		setTimeout(() => res.destroy(), 30);
		return true;
	};
	show('A plain', await refund([{ id: c.id, amount: 5 }]), c);
	n = 0; seen = [];
	const d = newCharge();
	show('A retried', await refund([{ id: d.id, amount: 5 }], { node: retried }), d);
});
test('A2: read cut mid-body', async () => {
	const c = newCharge();
	let n = 0;
	hook = async (req, _b, res, forward) => {
		if (req.method !== 'GET' || n++ > 0) return false;
		const a = await forward();
		res.writeHead(a.status, { 'content-type': 'application/json', 'content-length': String(a.text.length) });
		res.write(a.text.slice(0, 20));
		setTimeout(() => res.destroy(), 30);
		return true;
	};
	show('A2', await refund([{ id: c.id, amount: 5 }]), c);
});
test('A3: headers then timeout', async () => {
	const c = newCharge();
	let n = 0;
	hook = async (req, _b, res, forward) => {
		if (req.method !== 'POST' || n++ > 0) return false;
		const a = await forward();
		res.writeHead(a.status, { 'content-type': 'application/json', 'content-length': String(a.text.length) });
		res.write(a.text.slice(0, 20));
		return true;
	};
	show('A3', await refund([{ id: c.id, amount: 5 }], { parameters: { requestOptions: { timeout: 200 } } }), c);
});
test('A4: broken gzip', async () => {
	const c = newCharge();
	let n = 0;
	hook = async (req, _b, res, forward) => {
		if (req.method !== 'POST' || n++ > 0) return false;
		await forward();
		res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
		res.end('not gzip at all');
		return true;
	};
	show('A4', await refund([{ id: c.id, amount: 5 }]), c);
});
test('B: gateway 503 while the service is at work (partial)', async () => {
	const c = newCharge();
	let n = 0;
	hook = async (req, _b, res, forward) => {
		if (req.method !== 'POST' || n++ > 0) return false;
		res.writeHead(503, { 'content-type': 'text/html' }); res.end('<html>Application error</html>');
		setTimeout(() => void forward(), 30);
		return true;
	};
	const r = await refund([{ id: c.id, amount: 5 }]);
	await wait(300);
	show('B', r, c);
});
test('C: full, timeout, Max Tries 1', async () => {
	const c = newCharge();
	hook = async (req, _b, res, forward) => {
		if (req.method !== 'POST') return false;
		setTimeout(() => { void forward().then((a) => { res.writeHead(a.status); res.end(a.text); }); }, 300);
		return true;
	};
	const r = await refund([{ id: c.id, amount: 12 }], { parameters: { requestOptions: { timeout: 100 }, options: { maxTries: 1 } } });
	await wait(500);
	show('C', r, c);
});
test('C2: full, timeout, then 422 busy', async () => {
	const c = newCharge();
	let n = 0;
	hook = async (req, _b, res, forward) => {
		if (req.method !== 'POST') return false;
		n++;
		if (n === 1) { setTimeout(() => { void forward(); }, 400); return true; }
		res.writeHead(422, { 'content-type': 'application/json' }); res.end('{"message":"A refund of this payment is being processed."}');
		return true;
	};
	const r = await refund([{ id: c.id, amount: 12 }], { parameters: { requestOptions: { timeout: 100 } } });
	await wait(600);
	show('C2', r, c);
});
test('D: loop, same charge same amount', async () => {
	const c = newCharge();
	const a = await refund([{ id: c.id, amount: 5 }], { executionId: 'loop' });
	const b = await refund([{ id: c.id, amount: 5 }], { executionId: 'loop' });
	show('D', b, c);
	console.log(JSON.stringify(a.items) === JSON.stringify(b.items));
	const p: INodeParameters = { resource: 'paymentRequest', operation: 'create', amount: 25, currency: 'SGD' };
	const x = await runPayments({ credentials: creds(), parameters: p, executionId: 'loop2' });
	const y = await runPayments({ credentials: creds(), parameters: p, executionId: 'loop2' });
	console.log('D create loop: same id?', x.items[0]?.json.id === y.items[0]?.json.id, x.items[0]?.json.url, y.items[0]?.json.url);
});
test('E: create 500 before work, another system made the same 2 min ago', async () => {
	const p: INodeParameters = { resource: 'paymentRequest', operation: 'create', amount: 33, currency: 'SGD' };
	const other = await fetch(`${simulator.url}/v1/payment-requests`, { method: 'POST', headers: { 'x-business-api-key': simulator.apiKey, 'content-type': 'application/json' }, body: JSON.stringify({ amount: 33, currency: 'SGD', email: 'other@example.com' }) });
	const { id } = (await other.json()) as { id: string };
	simulator.fault({ method: 'POST', status: 500 });
	const r = await runPayments({ credentials: creds(), parameters: p });
	console.log('E', r.items[0]?.json.id === id, JSON.stringify(r.items[0]?.json), r.error?.message);
});
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
test('I: 200 with {} / [] / message', async () => {
	for (const body of ['{}', '[]', '{"message":"Under maintenance"}', '{"success":false}']) {
		const c = newCharge(20); seen = [];
		hook = async (req, _b, res) => {
			if (req.method === 'GET') return false;
			res.writeHead(200, { 'content-type': 'application/json' }); res.end(body); return true;
		};
		show(`I ${body}`, await refund([{ id: c.id, amount: 5 }]), c);
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
