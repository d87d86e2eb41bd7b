import { recordServiceTime, serviceTime } from '../../nodes/Payments/transport/serviceClock';

let monotonic = 1_000;
beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => monotonic);
	jest.spyOn(Date, 'now').mockReturnValue(77);
});
afterEach(() => jest.restoreAllMocks());

test('the time of the API is that of its last response, and goes on', () => {
	expect(serviceTime('one')).toBe(77);
	recordServiceTime('one', undefined);
	expect(serviceTime('one')).toBe(77);
	recordServiceTime('one', 5_000);
	expect(serviceTime('one')).toBe(5_000);
	monotonic += 250;
	expect(serviceTime('one')).toBe(5_250);
	recordServiceTime('one', undefined);
	expect(serviceTime('one')).toBe(5_250);
	recordServiceTime('one', 4_000);
	expect(serviceTime('one')).toBe(4_000);
	expect(serviceTime('another credential')).toBe(77);
});
