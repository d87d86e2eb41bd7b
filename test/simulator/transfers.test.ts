import type { Transfer } from '../../simulator';
import { answered, get, type Failure, type Page, useSimulator, walk } from './helpers';

const simulator = useSimulator({ transfers: 30 });
const list = async (query = '') =>
	(await get<Page<Transfer>>(simulator, `/v1/transfers?per_page=100&${query}`)).json.data;

test('lists each transfer once by cursor, newest first', async () => {
	const pages = await walk<Transfer>(simulator, '/v1/transfers?per_page=25');
	expect(pages.map((page) => page.length)).toEqual([25, 5]);
	expect(pages.flat()).toEqual(simulator.records.transfers);
});

test('filters by status, beneficiary and words', async () => {
	const { transfers } = simulator.records;
	const { beneficiary, reference } = transfers.find((one) => one.reference !== null)!;
	const isTo = (one: Transfer) => one.beneficiary.id === beneficiary.id;
	expect(await list('status=paid')).toEqual(transfers.filter(({ status }) => status === 'paid'));
	expect(await list(`beneficiary_id=${beneficiary.id}`)).toEqual(transfers.filter(isTo));
	expect(await list(`keywords=${beneficiary.nickname.toUpperCase()}`)).toEqual(
		transfers.filter(isTo),
	);
	expect(await list(`keywords=${reference}`)).toEqual([
		expect.objectContaining({ reference }) as Transfer,
	]);
});

test('refuses a status that it does not have', async () => {
	const { json } = await answered(422, get<Failure>(simulator, '/v1/transfers?status=pending'));
	expect(Object.keys(json.errors)).toEqual(['status']);
});

test('returns one transfer', async () => {
	const [one] = simulator.records.transfers;
	expect((await get(simulator, `/v1/transfers/${one!.id}`)).json).toEqual(one);
	await answered(404, get(simulator, '/v1/transfers/nope'));
});
