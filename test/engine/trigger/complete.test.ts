import type { INodeParameters } from 'n8n-workflow';

import * as clock from '../../../nodes/Payments/transport/clock';
import { useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { requester } from '../service';
import { callback, deliverAll, paymentFields, serviceEvent, useTriggers } from './trigger';

/*
 * No true event is lost, also if its notification lacks what tells it from others. The explorer delivers those that have it
 * late, in another order and while reads are behind (test/explorer/events.test.ts).
 */

const simulator = useSimulator({ charges: 5 });
const service = requester(simulator);
const start = useTriggers();
afterEach(() => jest.restoreAllMocks());

const salt = 'the-salt-of-the-endpoint';

async function listen(parameters: INodeParameters) {
	const credentials = apiKeyOf(simulator, { webhookSalt: simulator.salt, endpointSalt: salt });
	return await start({ credentials, parameters: { mode: 'account', ...parameters } });
}

/** Returns what refunds a part of a charge, and returns the notification of it, which lacks the refunded amount. */
function refundable() {
	const charge = simulator.addCharge({ amount: 30, currency: 'sgd', status: 'succeeded' });
	const refund = async (amount: number, secondsAgo: number) => {
		await service('/v1/refund', { payment_id: charge.id, amount });
		charge.updated_at = new Date(Date.now() - secondsAgo * 1000).toISOString();
		return serviceEvent('charge.updated', structuredClone(charge), salt);
	};
	return { charge, refund };
}

test('for a refund with its charge, the charge is retrieved once', async () => {
	const trigger = await listen({ events: ['refund'], options: { includeCharge: true } });
	const { charge, refund } = refundable();
	expect(await deliverAll(trigger, [await refund(5, 0)])).toEqual([200]);
	expect(trigger.started).toMatchObject([{ amount: 5, charge: { id: charge.id } }]);
	const lookups = simulator.requests.filter(({ path }) => path.startsWith('/v1/charges/'));
	expect(lookups).toHaveLength(1);
});

describe('what cannot be distinguished', () => {
	test('two refunds whose notifications are late and do not contain the refunded amount are one event', async () => {
		const trigger = await listen({ events: ['refund'] });
		const { refund } = refundable();
		const late = [await refund(5, 60), await refund(15, 30)];
		expect(await deliverAll(trigger, late)).toEqual([200, 200]);
		expect(trigger.started).toMatchObject([{ amount: 20 }]);
	});

	test('failed payments without an ID and without a charge are one event of their request', async () => {
		const trigger = await listen({ mode: 'requests', events: ['payment.failed'] });
		const payment_request_id = '9f1c7c7e-3a61-4c5d-8a1f-0c9b7e2d4f02';
		const fields = paymentFields({ payment_request_id, status: 'failed' });
		const failed = callback(fields, simulator.salt);
		expect(await deliverAll(trigger, [failed, failed])).toEqual([503, 503]);
		// Reads are no longer behind it. Whole milliseconds: with fractions, the difference of two times may be less than 40 s.
		const now = Math.ceil(clock.monotonic());
		const monotonic = jest.spyOn(clock, 'monotonic').mockImplementation(() => now + 40_000);
		expect(await deliverAll(trigger, [failed, failed])).toEqual([200, 503]);
		monotonic.mockImplementation(() => now + 80_000);
		expect(await deliverAll(trigger, [failed])).toEqual([200]);
		expect(trigger.started).toMatchObject([{ event: 'payment.failed', verified_by: 'signature' }]);
	});
});
