import { startSimulator, type Simulator } from '../../simulator';
import { apiKeyOf, oAuth2Of, runPayments } from './run';

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({ charges: 230 });
});
afterAll(() => simulator.close());
beforeEach(() => simulator.reset());

const getMany = { resource: 'charge', operation: 'getAll' };
const ids = (records: Array<{ id?: unknown }>) => records.map(({ id }) => id);

test('Return All gives every charge once, in the order of the service', async () => {
	const { items, error } = await runPayments({
		parameters: { ...getMany, returnAll: true },
		credentials: apiKeyOf(simulator),
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual(simulator.records.charges.map((charge) => expect.objectContaining({ id: charge.id })));
});
