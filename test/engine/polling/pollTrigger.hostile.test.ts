import { apiKeyOf } from '../run';
import { shortenWaits } from '../waits';
import { ids, publishPoller } from './poller';
import { usePolls } from './usePolls';

const DAY = 24 * 60 * 60_000;

shortenWaits();
const start = usePolls();

describe('the business of the credential', () => {
	/** Publishes with the key of another business, then has the key of the first one, which has an old charge. */
	async function swapped() {
		const simulator = await start({ businesses: 2 });
		simulator.addCharge();
		const by = apiKeyOf(simulator);
		by.paymentsApi.apiKey = simulator.businesses[1]!.apiKey;
		const poller = await publishPoller(by);
		by.paymentsApi.apiKey = simulator.apiKey;
		return { simulator, poller };
	}

	test('with the key of another one, its old charges start nothing, and new ones do', async () => {
		const { simulator, poller } = await swapped();
		await poller.poll();
		const charge = simulator.addCharge();
		await poller.poll();
		expect(ids(poller)).toEqual([charge.id]);
	});

	test('if it cannot be read for now, the poll fails, and changes nothing', async () => {
		const { simulator, poller } = await swapped();
		simulator.fault({ path: '/v1/info', status: 503, times: 3 });
		const { saved } = poller;
		await poller.poll();
		expect(poller.failed).toHaveLength(1);
		expect([poller.runs, poller.saved]).toEqual([[], saved]);
		await poller.poll();
		expect(poller.runs).toEqual([]);
	});

	test.each([403, 404])('if it cannot be read once, with %i, it is read again', async (status) => {
		const { simulator, poller } = await swapped();
		simulator.fault({ path: '/v1/info', status });
		await poller.poll();
		expect(poller.runs).toEqual([]);
	});

	test.each([403, 404])(
		'if it can never be read, with %i, the state is used as it is',
		async (status) => {
			const simulator = await start();
			simulator.fault({ path: '/v1/info', status, times: 1000 });
			const poller = await publishPoller(apiKeyOf(simulator));
			const charge = simulator.addCharge();
			await poller.poll();
			await poller.restart();
			expect(ids(poller)).toEqual([charge.id]);
		},
	);

	test('another key of the same business, and one that was not readable before, go on', async () => {
		const simulator = await start();
		simulator.fault({ path: '/v1/info', status: 403 });
		const poller = await publishPoller(apiKeyOf(simulator));
		const charges = [simulator.addCharge()];
		await poller.poll();
		charges.push(simulator.addCharge());
		await poller.restart();
		expect(ids(poller)).toEqual(charges.map(({ id }) => id));
	});

	test('it is read once for a key', async () => {
		const simulator = await start();
		const poller = await publishPoller(apiKeyOf(simulator));
		for (let i = 0; i < 3; i++) await poller.poll();
		expect(simulator.requests.filter(({ path }) => path.includes('/v1/info'))).toHaveLength(1);
	});
});

test('what is created while the first poll reads several pages starts the workflow', async () => {
	const simulator = await start({ maxPerPage: 10 });
	for (let i = 0; i < 15; i++)
		simulator.addCharge({ created_at: new Date(Date.now() - DAY).toISOString() });
	let id = '';
	const meanwhile = () => (id = simulator.addCharge().id);
	simulator.fault({ path: '/v1/charges', skip: 1, meanwhile });
	const poller = await publishPoller(apiKeyOf(simulator));
	await poller.poll();
	expect(ids(poller)).toEqual([id]);
});
