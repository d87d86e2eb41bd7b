import type { INodeParameters } from 'n8n-workflow';

import * as clock from '../../nodes/Payments/transport/clock';
import type { Charge } from '../../simulator';
import { useSimulator } from '../useSimulator';
import { apiKeyOf } from './run';
import { requester } from './service';
import {
	callback,
	deliver,
	deliverAll,
	paymentFields,
	serviceEvent,
	settle,
	useTriggers,
	type TriggerOptions,
} from './trigger';

/** No true event is lost. */

const simulator = useSimulator({ charges: 5, payouts: 5, retryDelay: 20, retryFactor: 1 });
const service = requester(simulator);
const start = useTriggers();

const salt = 'the-salt-of-the-endpoint';

async function listen(parameters: INodeParameters, options: Partial<TriggerOptions> = {}) {
	return await start({ credentials: apiKeyOf(simulator), parameters, ...options });
}

const refundPart = (payment_id: string, amount: number) =>
	service('/v1/refund', { payment_id, amount });

/** Returns a charge as the API returns it now. */
const shown = (id: string) =>
	service<Charge & { refunded_amount: number }>(`/v1/charges/${id}`, undefined, 'GET');

afterEach(() => jest.restoreAllMocks());

describe.each([
	['by signature', salt],
	['by a request to the service', ''],
])('an older version of the record, verified %s', (_, endpointSalt) => {
	const refunds = { mode: 'account', events: ['refund'] };

	async function twoRefunds(parameters: INodeParameters) {
		const trigger = await listen(parameters);
		trigger.enter({ endpointSalt });
		const charge = simulator.addCharge({ amount: 20, currency: 'sgd', status: 'succeeded' });
		const at = (seconds: number) =>
			new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z/, '+00:00');
		const event = () =>
			serviceEvent('charge.updated', structuredClone(charge), endpointSalt || undefined);
		await refundPart(charge.id, 5);
		charge.updated_at = at(-60);
		const first = { event: event(), copy: await shown(charge.id) };
		await refundPart(charge.id, 3);
		charge.updated_at = at(-30);
		return { trigger, charge, first, second: event() };
	}

	/** Lets the API return an older version of the charge. */
	const lag = (copy: Charge, times: number) =>
		simulator.fault({ path: `/v1/charges/${copy.id}`, status: 200, body: copy, times });

	test('a second refund is not mistaken for the first: the response is 503', async () => {
		const { trigger, charge, first, second } = await twoRefunds(refunds);
		lag(first.copy, endpointSalt ? 1 : 2);
		expect(await deliverAll(trigger, [first.event])).toEqual([200]);
		lag(first.copy, 2);
		expect(await deliver(trigger, second)).toEqual({
			status: 503,
			text: '{"message":"The Payments API returned an older version of the record"}',
		});
		simulator.clearFaults();
		expect(await deliverAll(trigger, [second, second])).toEqual([200, 200]);
		expect(trigger.started).toMatchObject([
			{ event: 'refund', payment_id: charge.id, amount: 5 },
			{ event: 'refund', payment_id: charge.id, amount: 8 },
		]);
	});

	test('the amount of the notification is compared as well', async () => {
		const { trigger, charge, first } = await twoRefunds(refunds);
		const copy = { ...first.copy, updated_at: charge.updated_at };
		const told = serviceEvent('charge.updated', await shown(charge.id), endpointSalt || undefined);
		lag(copy, 2);
		expect((await deliver(trigger, told)).status).toBe(503);
		simulator.clearFaults();
		expect((await deliver(trigger, told)).status).toBe(200);
		expect(trigger.started).toMatchObject([{ amount: 8 }]);
	});

	test('nor is an update, if updates are selected', async () => {
		const { trigger, first, second } = await twoRefunds({
			mode: 'account',
			events: ['charge.updated'],
			options: { includeCharge: true },
		});
		lag(first.copy, 2);
		expect((await deliver(trigger, second)).status).toBe(503);
		simulator.clearFaults();
		expect(await deliverAll(trigger, [second, second])).toEqual([200, 200]);
		expect(trigger.started).toMatchObject([{ charge: { refunded_amount: 8 } }]);
	});

	test.each<[string, (time: string) => string]>([
		['of the same moment in another zone', (time) => zoned(time, 8)],
		['without an offset, of Singapore', (time) => zoned(time, 8).slice(0, 19)],
		['without an offset, of UTC', (time) => time.slice(0, 19)],
		['with parts of a second', (time) => time.replace('+', '.999999+')],
	])('a time %s is not later', async (_name, written) => {
		const { trigger, charge, second } = await twoRefunds(refunds);
		const record = JSON.parse(second.body) as Charge;
		const told = { ...record, updated_at: written(record.updated_at) };
		const message = serviceEvent('charge.updated', told, endpointSalt || undefined);
		expect((await deliver(trigger, message)).status).toBe(200);
		expect(trigger.started).toMatchObject([{ payment_id: charge.id, amount: 8 }]);
	});
});

function zoned(time: string, hours: number): string {
	const at = new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, 19);
	return `${at}+0${hours}:00`;
}

/** Two refunds of a charge, of 5 and then 15. Each returns its signed notification. */
function refundTwice(hasAmount: boolean) {
	const charge = simulator.addCharge({ amount: 30, currency: 'sgd', status: 'succeeded' });
	const refund = async (amount: number, total: number, secondsAgo: number) => {
		await refundPart(charge.id, amount);
		charge.updated_at = zoned(new Date(Date.now() - secondsAgo * 1000).toISOString(), 8);
		const record = { ...charge, ...(hasAmount && { refunded_amount: total }) };
		return serviceEvent('charge.updated', record, salt);
	};
	return { first: () => refund(5, 5, 60), second: () => refund(15, 20, 30) };
}

describe.each([
	['with the refunded amount', true],
	['without the refunded amount', false],
])('the signed notification of a refund, %s, again after the next refund', (_, hasAmount) => {
	const listenSigned = async (parameters: INodeParameters) => {
		const trigger = await listen({ mode: 'account', ...parameters });
		trigger.enter({ endpointSalt: salt });
		return trigger;
	};

	test.each([[['refund']], [['refund', 'charge.updated']]])(
		'starts nothing, and the next refund starts the workflow once: %j',
		async (events) => {
			const trigger = await listenSigned({ events });
			const refunds = refundTwice(hasAmount);
			const first = await refunds.first();
			expect(await deliverAll(trigger, [first])).toEqual([200]);
			const second = await refunds.second();
			expect(await deliverAll(trigger, [first, second, first, second])).toEqual([
				200, 200, 200, 200,
			]);
			expect(trigger.started).toMatchObject([
				{ event: 'refund', amount: 5, payload: JSON.parse(first.body) as object },
				{ event: 'refund', amount: 20, payload: JSON.parse(second.body) as object },
			]);
			expect(trigger.started).toHaveLength(2);
		},
	);

	test('is delivered again later while the workflow runs', async () => {
		const trigger = await listenSigned({ events: ['refund'], options: { respond: 'finished' } });
		trigger.runTime = 300;
		const refunds = refundTwice(hasAmount);
		const first = await refunds.first();
		const running = deliver(trigger, first);
		while (trigger.started.length === 0) await settle();
		await refunds.second();
		expect((await deliver(trigger, first)).status).toBe(503);
		expect((await running).status).toBe(200);
		expect(trigger.started).toHaveLength(1);
	});
});

test('two refunds whose notifications contain the refunded amount are two events, also if both are late', async () => {
	const trigger = await listen({ mode: 'account', events: ['refund'] });
	trigger.enter({ endpointSalt: salt });
	const { first, second } = refundTwice(true);
	expect(await deliverAll(trigger, [await first(), await second()])).toEqual([200, 200]);
	expect(trigger.started).toMatchObject([{ amount: 5 }, { amount: 20 }]);
});

test('a partial refund of a charge that stays succeeded is a refund', async () => {
	const trigger = await listen({ mode: 'account', events: ['refund'] });
	trigger.enter({ endpointSalt: salt });
	const charge = simulator.addCharge({ amount: 20, currency: 'sgd', status: 'succeeded' });
	await refundPart(charge.id, 5);
	charge.status = 'succeeded';
	expect((await deliver(trigger, serviceEvent('charge.updated', charge, salt))).status).toBe(200);
	expect(trigger.started).toMatchObject([{ event: 'refund', amount: 5, payment_id: charge.id }]);
});

test.each(['5.00', 5, '5'])('refunded_amount %j is the amount of the refund', async (amount) => {
	const trigger = await listen({ mode: 'account', events: ['refund'] });
	trigger.enter({ endpointSalt: salt });
	const charge = simulator.addCharge({ amount: 20, currency: 'sgd', status: 'succeeded' });
	await refundPart(charge.id, 5);
	const body = { ...(await shown(charge.id)), refunded_amount: amount };
	simulator.fault({ path: `/v1/charges/${charge.id}`, status: 200, body, times: 2 });
	const at = (day: number) => serviceEvent('charge.updated', { ...charge, remark: day }, salt);
	expect(await deliverAll(trigger, [at(1), at(2)])).toEqual([200, 200]);
	expect(trigger.started).toMatchObject([{ event: 'refund', amount: 5 }]);
});

test.each(['1,250.00', '1250.00', 1250])('an amount of %j is confirmed', async (amount) => {
	const trigger = await listen({ mode: 'account', events: ['charge.created'] });
	const charge = simulator.addCharge({ amount: 1250, currency: 'sgd', status: 'succeeded' });
	const body = { ...(await shown(charge.id)), amount };
	simulator.fault({ path: `/v1/charges/${charge.id}`, status: 200, body });
	const message = serviceEvent('charge.created', { ...charge, amount: '1,250.00' });
	expect((await deliver(trigger, message)).status).toBe(200);
	expect(trigger.started).toMatchObject([{ amount: 1250 }]);
});

describe.each([
	['by signature', true],
	['by a request to the service', false],
])('payments that are notified without an ID, verified %s', (_, isSigned) => {
	async function stage(allowRepeatedPayments: boolean, events = ['payment.completed']) {
		const credentials = apiKeyOf(simulator, { webhookSalt: isSigned ? simulator.salt : '' });
		const trigger = await listen({ events }, { credentials });
		const { id } = await service('/v1/payment-requests', {
			amount: 25.5,
			currency: 'SGD',
			allow_repeated_payments: String(allowRepeatedPayments),
		});
		const told = (payment_id = '', status = 'completed') =>
			callback(
				paymentFields({ payment_id, payment_request_id: id, status }),
				isSigned ? simulator.salt : undefined,
			);
		/** Pays without the simulator's own notification. */
		const silent = (what: 'pay' | 'fail') => {
			const request = simulator.records.paymentRequests.find((one) => one.id === id)!;
			request.webhook = null;
			const charge = simulator[what](id);
			request.webhook = trigger.url;
			return charge;
		};
		return { trigger, told, silent };
	}

	test('each starts the workflow once', async () => {
		const { trigger, told, silent } = await stage(true);
		const one = silent('pay');
		expect(await deliverAll(trigger, [told()])).toEqual([200]);
		const other = silent('pay');
		expect(await deliverAll(trigger, [told()])).toEqual([200]);
		// With their IDs they are the same two events.
		expect(await deliverAll(trigger, [told(one.id), told(other.id)])).toEqual([200, 200]);
		expect(trigger.started.map(({ payment_id }) => payment_id)).toEqual([one.id, other.id]);
	});

	test('one that is not listed yet is answered with 503', async () => {
		const { trigger, told, silent } = await stage(true);
		const one = silent('pay');
		expect(await deliverAll(trigger, [told()])).toEqual([200]);
		const other = silent('pay');
		simulator.fault({ path: '/v1/charges', status: 200, body: { data: [one], meta: {} } });
		expect(await deliverAll(trigger, [told(), told()])).toEqual([503, 200]);
		expect(trigger.started.map(({ payment_id }) => payment_id)).toEqual([one.id, other.id]);
	});

	test('one that is repeated while its payment request is not found does not start it again', async () => {
		const { trigger, told, silent } = await stage(false);
		const { id } = silent('pay');
		expect(await deliverAll(trigger, [told()])).toEqual([200]);
		simulator.fault({ path: '/v1/payment-requests/', status: 404 });
		expect(await deliverAll(trigger, [told(), told()])).toEqual([503, 200]);
		expect(trigger.started).toMatchObject([{ payment_id: id }]);
		expect(trigger.started).toHaveLength(1);
	});

	test('two simultaneous ones start it twice', async () => {
		const { trigger, told, silent } = await stage(true);
		const ids = [silent('pay').id, silent('pay').id];
		const statuses = await Promise.all([deliver(trigger, told()), deliver(trigger, told())]);
		expect(statuses.every(({ status }) => [200, 503].includes(status))).toBe(true);
		await settle();
		await deliverAll(trigger, [told(), told()]);
		expect(trigger.started.map(({ payment_id }) => payment_id).sort()).toEqual(ids.sort());
	});

	test('of a request that accepts one payment, it is always the same one', async () => {
		const { trigger, told, silent } = await stage(false);
		const { id } = silent('pay');
		expect(await deliverAll(trigger, [told(), told(), told(id)])).toEqual([200, 200, 200]);
		expect(trigger.started).toMatchObject([{ payment_id: id }]);
	});

	test('failed ones, too', async () => {
		const { trigger, told, silent } = await stage(false, ['payment.failed']);
		const one = silent('fail');
		expect(await deliverAll(trigger, [told('', 'failed')])).toEqual([200]);
		const other = silent('fail');
		const again = [told('', 'failed'), told('', 'failed')];
		expect(await deliverAll(trigger, again)).toEqual([200, 200]);
		expect(trigger.started.map(({ payment_id }) => payment_id)).toEqual([one.id, other.id]);
	});
});

describe('what cannot be distinguished', () => {
	test('two refunds in one second, the second with an older version of the record, are one event', async () => {
		const trigger = await listen({ mode: 'account', events: ['refund'] });
		trigger.enter({ endpointSalt: salt });
		const charge = simulator.addCharge({ amount: 20, currency: 'sgd', status: 'succeeded' });
		await refundPart(charge.id, 5);
		const copy = await shown(charge.id);
		await refundPart(charge.id, 3);
		charge.updated_at = copy.updated_at;
		const told = serviceEvent('charge.updated', charge, salt);
		simulator.fault({ path: `/v1/charges/${charge.id}`, status: 200, body: copy, times: 2 });
		expect(await deliverAll(trigger, [told, told])).toEqual([200, 200]);
		expect(trigger.started).toMatchObject([{ amount: 5 }]);
	});

	test('two refunds whose notifications are late and do not contain the refunded amount are one event', async () => {
		const trigger = await listen({ mode: 'account', events: ['refund'] });
		trigger.enter({ endpointSalt: salt });
		const { first, second } = refundTwice(false);
		expect(await deliverAll(trigger, [await first(), await second()])).toEqual([200, 200]);
		expect(trigger.started).toMatchObject([{ amount: 20 }]);
		expect(trigger.started).toHaveLength(1);
	});

	test('failed payments without an ID and without a charge are one event of their request', async () => {
		const credentials = apiKeyOf(simulator, { webhookSalt: simulator.salt });
		const trigger = await listen({ events: ['payment.failed'] }, { credentials });
		const payment_request_id = '9f1c7c7e-3a61-4c5d-8a1f-0c9b7e2d4f02';
		const fields = paymentFields({ payment_request_id, status: 'failed' });
		const failed = callback(fields, simulator.salt);
		expect(await deliverAll(trigger, [failed, failed])).toEqual([503, 503]);
		// Reads are no longer behind it.
		const now = clock.monotonic();
		jest.spyOn(clock, 'monotonic').mockImplementation(() => now + 40_000);
		expect(await deliverAll(trigger, [failed, failed])).toEqual([200, 200]);
		expect(trigger.started).toMatchObject([{ event: 'payment.failed', verified_by: 'signature' }]);
	});
});
