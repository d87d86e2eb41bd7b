import type { Payout } from '../../simulator';
import { get, start, type Page } from './helpers';

test('payouts are filtered by day of the business time zone, both ends included', async () => {
	const simulator = await start({ payouts: 0 });
	// 16:00 UTC is midnight in Singapore.
	for (const at of ['09T15:59:59Z', '09T16:00:00Z', '10T15:59:59Z', '10T16:00:00Z']) {
		simulator.addPayout({ created_at: `2030-03-${at}` });
	}
	const of = async (query: string) => {
		const { json } = await get<Page<Payout>>(simulator, `/v1/payouts?${query}`);
		return json.data.map(({ created_at }) => created_at);
	};
	expect(await of('created_at_from=2030-03-10&created_at_to=2030-03-10')).toEqual([
		'2030-03-10T23:59:59+08:00',
		'2030-03-10T00:00:00+08:00',
	]);
	expect(await of('created_at_from=2030-03-11')).toEqual(['2030-03-11T00:00:00+08:00']);
	expect(await of('created_at_to=2030-03-09')).toEqual(['2030-03-09T23:59:59+08:00']);
});
