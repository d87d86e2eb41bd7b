import * as faultsModule from './faults';
import type { Fault } from './faults';
import { useWorld } from './exploreAll';
import type { Run } from './cases/case';
import { memory } from '../../nodes/Payments/handlers/once/memory';

const world = useWorld();
type Script = (method: string, url: string, nth: number, body?: string) => Fault | undefined;
export const json = (status: number, body: object) => ({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const forbidden = { name: 'F5 403', instead: json(403, { message: 'Your scopes do not allow this.' }) };
const nf = { name: '404', instead: json(404, { message: 'No record was found.' }) };
const cut = { name: 'F2 cut', isCut: true };
const lost = { name: 'F1', isLost: true };
const late = { name: 'F3 19', late: 19_000 };
const lag = { name: 'F4 20', lag: 20_000 };
const c422 = { name: '422', instead: json(422, { message: 'The request is refused.', errors: { other: ['Refused.'] } }) };
const w404 = { name: 'W 404', after: json(404, { message: 'No record was found.' }) };

let script: Script = () => undefined;
let transform: ((url: string, body: any) => any) | undefined;
async function play(runs: Run[], s: Script, { gapMs = 0 } = {}) {
	script = s;
	const counts = new Map<string, number>();
	jest.spyOn(faultsModule, 'faultsOf').mockImplementation((method, url) => {
		const key = `${method} ${url.split('?')[0]}`;
		const kind = method;
		const n = (counts.get(key) ?? 0) + 1;
		counts.set(key, n); void kind;
		const f = script(method, url, n);
		return f ? [f] : [];
	});
	const anyFront = world.front as any;
	if (!anyFront.patched) {
		anyFront.patched = true;
		const orig = anyFront.answer.bind(anyFront);
		anyFront.answer = async (asked: any, fault: any) => {
			const a = await orig(asked, fault);
			if (!a || !transform) return a;
			try { if (process.env.DBG) process.stdout.write(`${asked.url.slice(0,20)} ${a.body.match(/"(refunded_amount|updated_at|refunds|status)":[^,]*/g)}\n`); return { ...a, body: JSON.stringify(transform(asked.url, JSON.parse(a.body))) }; } catch { return a; }
		};
	}
	await world.clock.pass(50_000);
	world.front.begin((n) => n - 1);
	const outs: any[] = [];
	const all = (async () => {
		const running: Promise<void>[] = [];
		for (const run of runs) {
			if (!run.isAtOnce) await Promise.all(running.splice(0));
			else if (gapMs) await new Promise<void>((r) => world.clock.add(r, gapMs));
			if (run.isAfterRestart) world.restart();
			running.push(world.run(run).then(({ outputs, stopped }) => void outs.push({ run: runs.indexOf(run), outputs: outputs.map((o: any) => o.json), stopped: stopped && `${stopped.message} | ${stopped.description}` })));
		}
		await Promise.all(running);
	})();
	await world.clock.run(all);
	await world.clock.pass(100_000);
	const t0 = world.front.arrivals[0]?.at ?? 0;
	const lines = world.front.arrivals.map(({ at, method, url, fault, status, body }) => `${((at - t0) / 1000).toFixed(1)} ${method} ${url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => id.slice(0, 4)).slice(0, 60)} ${method === 'GET' ? '' : body.slice(0, 110)} -> ${fault} ${status ?? 'cut'}`);
	process.stdout.write(`\n##### ${expect.getState().currentTestName}\n${lines.length > 40 ? [...lines.slice(0, 20), '...', ...lines.slice(-8)].join('\n') : lines.join('\n')}\n${outs.map((o) => JSON.stringify(o).slice(0, 1200)).join('\n')}\n`);
	transform = undefined;
	return outs;
}
const say = (x: unknown) => process.stdout.write(`=> ${JSON.stringify(x)}\n`);
const refundP = (kind: string) => ({ resource: 'refund', operation: 'create', paymentId: '={{ $json.id }}', refundKind: kind, amount: '={{ $json.amount }}', total: '={{ $json.total }}' });
const addCharge = (amount = 100, extra = {}) => world.onAll((one) => one.addCharge({ amount, currency: 'sgd', status: 'succeeded', ...extra } as any));
const books = (id: string) => world.service.records.refunds.filter((one: any) => one.payment_id === id).map((o: any) => `${o.amount_refunded} ${o.status}`);
beforeEach(async () => await world.begin());

const noAmount = (url: string, body: any) => {
	if (url.startsWith('/v1/charges/') && Number(body.refunded_amount) === 0) { const { refunded_amount, ...rest } = body; return { ...rest, updated_at: '2025-12-31T08:00:00+08:00' }; }
	return body;
};

test('A1 total twice, refunded_amount missing while 0, stale read', async () => {
	const { id } = addCharge();
	transform = noAmount;
	let posts = 0;
	await play([{ parameters: refundP('total'), items: [{ id, total: 60 }] }, { parameters: refundP('total'), items: [{ id, total: 60 }] }],
		(m, u) => { if (m === 'POST') posts += 1; return m === 'GET' && posts > 0 ? lag : undefined; });
	say(books(id));
});
test('A1b remaining twice, refunded_amount missing, stale read', async () => {
	const { id } = addCharge();
	transform = noAmount;
	let posts = 0; let gets = 0;
	await play([{ parameters: refundP('everything'), items: [{ id }] }, { parameters: refundP('everything'), items: [{ id }] }],
		(m) => { if (m === 'POST') posts += 1; if (m === 'GET' && posts === 1) { gets += 1; if (gets <= 2) return lag; } return undefined; });
	say(books(id));
});


const part = (id: string, amount = 10) => ({ id, amount, total: 0, kind: 'part' });
const tot = (id: string, total = 60) => ({ id, amount: 0, total, kind: 'total' });
const mixed = refundP('={{ $json.kind }}');
test('C1 hidden updated_at, refunded_amount absent; parts same lost', async () => {
	const { id } = addCharge();
	transform = noAmount;
	let posts = 0; let g = 0;
	await play([{ parameters: mixed, items: [part(id, 100)] }, { parameters: mixed, items: [part(id, 100)] }], (m) => { if (m === 'POST') posts += 1; if (m === 'GET' && posts === 1) { g += 1; return g <= 2 ? lag : undefined; } return undefined; });
	say(books(id));
});
test('C2 dialect refunds-keep-succeeded w/o refunded_amount 0; freshness by same updated_at with amount', async () => {
	const { id } = addCharge();
	transform = (url, b) => (url.startsWith('/v1/charges/') ? { ...b, updated_at: undefined } : b);
	let posts = 0;
	await play([{ parameters: mixed, items: [tot(id)] }, { parameters: mixed, items: [tot(id)] }], (m) => { if (m === 'POST') posts += 1; return m === 'GET' && posts === 1 ? lag : undefined; });
	say(books(id));
});
test('C3 info fails, upsert long entry of unknown: drive same entry by two', async () => {
	const email = 'c3@example.com';
	let infos = 0; let posts = 0;
	const p = { resource: 'customer', operation: 'upsert', email, additionalFields: { name: '={{ $json.name }}' } };
	// both drive the shared entry at the same time and send at settled
	await play([{ parameters: p, items: [{ name: 'One' }] }, { parameters: p, items: [{ name: 'Two' }], isAtOnce: true }],
		(m, u) => { if (u.startsWith('/v1/info')) { infos += 1; return infos === 1 ? forbidden : undefined; } if (m === 'POST') { posts += 1; return posts === 1 ? lost : posts === 2 ? late : undefined; } return m === 'GET' && posts === 1 ? { name: 'F5', instead: json(403, { message: 'scope' }) } : m === 'GET' && posts > 1 ? lag : undefined; }, { gapMs: 1000 });
	say(world.service.records.customers.filter((c: any) => c.email === email).length);
});
test('C4 upsert: first in prepare read (slow 503), second on business', async () => {
	const email = 'c4@example.com';
	let infos = 0; let posts = 0; let lists = 0;
	const p = { resource: 'customer', operation: 'upsert', email, additionalFields: { name: '={{ $json.name }}' } };
	await play([{ parameters: p, items: [{ name: 'One' }] }, { parameters: p, items: [{ name: 'Two' }], isAtOnce: true }],
		(m, u) => { if (u.startsWith('/v1/info')) { infos += 1; return infos === 1 ? forbidden : undefined; } if (m === 'POST') { posts += 1; return undefined; } if (u.includes('keywords')) { lists += 1; if (lists === 1) return { name: '503', instead: json(503, { message: 'x' }) }; return posts > 0 ? lag : undefined; } return undefined; }, { gapMs: 0 });
	say(world.service.records.customers.filter((c: any) => c.email === email).length);
});
test('C5 upsert restart both under info failing, list stale', async () => {
	const email = 'c5@example.com';
	let infos = 0; let posts = 0;
	const p = { resource: 'customer', operation: 'upsert', email, additionalFields: { name: '={{ $json.name }}' } };
	await play([{ parameters: p, items: [{ name: 'One' }] }, { parameters: p, items: [{ name: 'Two' }], isAtOnce: true }],
		(m, u) => { if (u.startsWith('/v1/info')) { infos += 1; return infos === 1 ? forbidden : undefined; } if (m === 'POST') { posts += 1; return posts === 1 ? late : undefined; } return m === 'GET' && posts > 0 ? lag : undefined; }, { gapMs: 50 });
	say(world.service.records.customers.filter((c: any) => c.email === email).length);
});
test('C6 delete then again: 403 read etc', async () => {
	const { id } = await world.create('/v1/customers', { email: 'c6@example.com', name: 'A' });
	let w = 0;
	const del = { resource: 'customer', operation: 'delete', customerId: { __rl: true, mode: 'id', value: id } };
	await play([{ parameters: del, items: [{ id }] }], (m) => { if (m === 'DELETE') { w += 1; return w === 1 ? { name: '502 before', instead: { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>x</h1>' } } : undefined; } return w === 1 ? nf : undefined; });
	say(!!world.service.records.customers.find((c: any) => c.id === id));
});
test('C7 loop wait: part refused 422 (W) & hidden', async () => {
	const { id } = addCharge();
	let posts = 0;
	await play([{ parameters: mixed, items: [part(id)], execution: 'A' }, { parameters: mixed, items: [part(id), part(id)], execution: 'A' }], (m) => { if (m === 'POST') { posts += 1; return posts === 1 ? cut : posts === 2 ? cut : undefined; } return m === 'GET' && posts === 1 ? nf : undefined; });
	say(books(id));
});
test('C8 unconfirmed upsert creation then restart with lag', async () => {
	const { id } = addCharge();
	let posts = 0;
	await play([{ parameters: mixed, items: [tot(id)] }, { parameters: mixed, items: [tot(id)], isAfterRestart: true }], (m) => { if (m === 'POST') { posts += 1; return posts === 1 ? late : undefined; } return m === 'GET' && posts > 0 ? lag : undefined; });
	say(books(id));
});
test('C9 unnamed creations are one queue', async () => {
	const n = 60;
	const t = Date.now();
	await play([{ parameters: { resource: 'paymentRequest', operation: 'create', amount: '={{ $json.amount }}', currency: { __rl: true, mode: 'id', value: 'SGD' } }, items: Array.from({ length: n }, (_, i) => ({ amount: i + 1 })) }], () => undefined);
	const l: any = memory.ledger;
	say([...l.bySubject].map(([k, v]: any) => [k, v.length]));
	say(Date.now() - t);
});
test('C10 one unnamed lost: the others of the queue', async () => {
	let posts = 0;
	await play([{ parameters: { resource: 'paymentRequest', operation: 'create', amount: '={{ $json.amount }}', currency: { __rl: true, mode: 'id', value: 'SGD' } }, items: Array.from({ length: 5 }, (_, i) => ({ amount: i + 1 })) }], (m) => { if (m === 'POST') { posts += 1; return posts % 2 === 1 ? cut : undefined; } return undefined; });
});
