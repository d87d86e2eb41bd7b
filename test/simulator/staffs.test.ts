import { startSimulator, type Simulator } from '../../simulator';
import { get } from './helpers';

describe('GET /v1/staffs', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	afterAll(async () => await simulator.close());

	test('returns all staff members as a plain array', async () => {
		const { status, json } = await get<unknown[]>(simulator, '/v1/staffs');
		expect(status).toBe(200);
		expect(json).toEqual(simulator.records.staff);
		expect(json).toHaveLength(4);
	});

	test('accepts no request without a key', async () => {
		const { status } = await fetch(`${simulator.url}/v1/staffs`);
		expect(status).toBe(401);
	});
});
