import type { Charge, Refund } from '../../../simulator';
import { useSimulator } from '../../useSimulator';
import { ANSWERS, beOdd, mustBeBoth, often } from '../odd';
import { apiKeyOf } from '../run';
import { requester } from '../service';
import { shortenWaits } from '../waits';
import {
	callback,
	deliver,
	serviceEvent,
	startTrigger,
	useTriggers,
	type Message,
} from './trigger';

shortenWaits();

const simulator = useSimulator({ charges: 20, payouts: 20 });
const service = requester(simulator);
const start = useTriggers();

async function listen(...[parameters]: Array<Parameters<typeof startTrigger>[0]['parameters']>) {
	return await start({ credentials: apiKeyOf(simulator), parameters });
}

describe('whatever the service answers, the Payments Trigger', () => {
	const link = { amount: 10, currency: 'SGD', purpose: 'Workshop' };
	test.each(['link', 'account'])('listening to %s registers, or says what to do', async (mode) => {
		const parameters = { mode, ...(mode === 'link' && link) };
		await often(async (index) => {
			const trigger = await listen(parameters);
			if (index % 2) await trigger.publish();
			beOdd(simulator, `register ${mode} ${index}`);
			try {
				expect(typeof (await trigger.publish()).id).toBe('string');
			} finally {
				simulator.clearFaults();
				await trigger.unpublish();
			}
		}, ANSWERS / 2);
		expect(simulator.webhookEndpoints.length).toBe(0);
	});

	test.each(['link', 'account'])('listening to %s goes, or says what to do', async (mode) => {
		const trigger = await listen({ mode, ...(mode === 'link' && link) });
		await often(async (index) => {
			await trigger.publish();
			beOdd(simulator, `remove ${mode} ${index}`);
			try {
				await trigger.unpublish();
			} finally {
				simulator.clearFaults();
			}
		}, ANSWERS / 2);
	});

	/** Made a moment ago: what is old is not confirmed. */
	const messages: Record<string, () => Promise<[message: Message, id: string]>> = {
		'a payment': () => Promise.resolve(paymentOf(simulator.addCharge())),
		'a payment without its id': () => {
			const charge = simulator.addCharge();
			const message = callback({ ...formOf(charge), payment_id: '' });
			return Promise.resolve([message, charge.id]);
		},
		'a refund': async () => {
			const { id } = simulator.addCharge({ amount: 10 });
			const refund = await service<Refund>('/v1/refund', { payment_id: id, amount: 1 });
			const fields = { refund_id: refund.id, payment_id: id, amount: '1.00', currency: 'SGD' };
			return [callback({ ...fields, status: refund.status }), id];
		},
		'a charge': () => Promise.resolve(eventOf('charge.created', simulator.addCharge())),
		'a refunded charge': () => {
			const charge = simulator.changeCharge(simulator.addCharge().id, 'refunded');
			return Promise.resolve(eventOf('charge.updated', charge));
		},
		'a payout': () => Promise.resolve(eventOf('payout.created', simulator.addPayout())),
	};

	test.each(Object.entries(messages))(
		'told of %s starts with what is confirmed, or answers that it comes again',
		async (name, make) => {
			const trigger = await listen({ mode: 'account', events, options: { includeCharge: true } });
			const statuses: number[] = [];
			for (let i = 0; i < ANSWERS; i += 1) {
				simulator.clearFaults();
				const [message, id] = await make();
				trigger.started.length = 0;
				beOdd(simulator, `confirm ${name} ${i}`);
				statuses.push((await deliver(trigger, message)).status);
				expect(trigger.thrown).toEqual([]);
				for (const { event, amount, charge } of trigger.started) {
					expect(events).toContain(event);
					expect([null, 'number']).toContain(amount && typeof amount);
					if (charge)
						expect(charge).toMatchObject({ id: expect.stringMatching(same(id)) as unknown });
				}
			}
			expect(statuses.filter((status) => ![200, 401, 403, 503].includes(status))).toEqual([]);
			mustBeBoth(statuses.filter((status) => status !== 200).length, ANSWERS);
			expect(statuses).toContain(503);
		},
	);
});

const events = [
	'payment.completed',
	'refund',
	'charge.created',
	'charge.updated',
	'payout.created',
];
const same = (id: string) => new RegExp(`^${id}$`, 'i');

const formOf = ({ id, payment_request_id, amount, currency }: Charge) => ({
	payment_id: id,
	payment_request_id,
	amount: amount.toFixed(2),
	currency: currency.toUpperCase(),
	status: 'completed',
});
const paymentOf = (charge: Charge): [Message, string] => [callback(formOf(charge)), charge.id];
const eventOf = (name: string, record: { id: string }): [Message, string] => [
	serviceEvent(name, record),
	record.id,
];
