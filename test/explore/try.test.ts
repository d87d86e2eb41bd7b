import { explore } from './explore';
import { World } from './world';

const world = new World();
beforeAll(async () => await world.start());
afterAll(async () => await world.stop());

test('part', async () => {
	const faults = Number(process.env.N ?? 1);
	let violations = 0;
	let unsure = 0;
	const begin = process.hrtime.bigint();
	const paths = await explore(async (choose, prefix) => {
		await world.begin();
		const charge = world.onAll((one) => one.addCharge({ amount: 100, currency: 'sgd', status: 'succeeded' }));
		await world.clock.pass(50_000);
		world.front.begin(choose);
		const items = await world.clock.run(world.run({ resource: 'refund', operation: 'create', paymentId: '={{ $json.id }}', refundKind: process.env.KIND ?? 'part', amount: 10 }, [{ id: charge.id }]));
		await world.clock.pass(100_000);
		const made = world.service.records.refunds.filter((one) => one.payment_id === charge.id).length;
		const { json } = items[0]!;
		const isW = world.front.arrivals.some(({ fault }) => fault.startsWith('W'));
		const error = json.error as string | undefined;
		const isUnsure = error?.startsWith('Could not confirm');
		if (isUnsure) unsure += 1;
		const bad = made > 1 || (!isW && (error ? !isUnsure && made > 0 : made !== 1)) || (prefix.length===0 && error);
		if (bad) {
			violations += 1;
			if (violations < 6) console.log(prefix.join(','), made, JSON.stringify(json), world.front.arrivals.map((a) => `${a.at} ${a.method} ${a.url.slice(0, 30)} ${a.fault} ${a.status}`).join('\n'));
		}
	}, faults, Number(process.env.MAX ?? 1e9));
	const ms = Number(process.hrtime.bigint() - begin) / 1e6;
	console.log(paths, 'paths', (ms / paths).toFixed(1), 'ms each', violations, 'violations', unsure, 'unsure');
}, 600_000);
