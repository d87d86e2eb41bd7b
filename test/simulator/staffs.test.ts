import { startSimulator, type Simulator } from '../../simulator';
import { answered, get } from './helpers';

describe('GET /v1/staffs', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());

	test('returns all staff members as a plain array', async () => {
		const { json } = await answered(200, get<unknown[]>(simulator, '/v1/staffs'));
		expect(json).toEqual(simulator.records.staff);
		expect(json).toHaveLength(4);
	});

	test('accepts no request without a key', async () => {
		await answered(401, fetch(`${simulator.url}/v1/staffs`));
	});
});
