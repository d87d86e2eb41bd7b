import type { Simulator, SimulatorOptions } from '../../../simulator';
import type { Notification } from '../../../simulator/webhooks/deliveries';
import { signBody, signFields } from '../../../simulator/webhooks/signatures';
import { allEvents } from '../../engine/trigger/trigger';
import type { World } from '../world';

/** Does something at the service. @returns the events that start the workflow, each with its record and its change */
type Step = () => string[] | Promise<string[]>;

/** The events at the service that are notified. */
export interface History {
	name: string;
	mode: 'requests' | 'link' | 'account';
	events: string[];
	/** Of the service. */
	service?: SimulatorOptions;
	/** @param trigger its URL, and its payment link */
	begin: (world: World, trigger: { url: string; link: string }) => Step[] | Promise<Step[]>;
	/** Other events that are true, and start the workflow if the others have. */
	alsoTrue?: RegExp;
	/** The body that the service sends instead. @param attempt its number: a body may differ at each */
	edit?: (sent: Notification, attempt: number, world: World) => Notification;
	/** Whether its steps follow each other within a second, which is all that times of records tell apart. */
	isInOneSecond?: boolean;
	/** Whether only a signature can prove an event of it, e.g. if it has no record. */
	isSignedOnly?: boolean;
}

const payments = ['payment.completed', 'payment.failed'];

async function requestOf(world: World, fields: object = {}) {
	const body = { amount: 25.5, currency: 'SGD', ...fields };
	const { id } = await world.create('/v1/payment-requests', body);
	return {
		pay: () => world.onAll((one) => one.pay(id)).id,
		fail: () => world.onAll((one) => one.fail(id)).id,
	};
}

async function refund(world: World, payment_id: string, amount: number, webhook?: string) {
	const body = { payment_id, amount, ...(webhook && { webhook: `${webhook}?event=refund` }) };
	return (await world.create('/v1/refund', body)).id;
}

/**
 * A payment that fails, one that completes, and a refund of it.
 *
 * @param fields of the payment request
 * @param refundOf refunds a charge, and returns the event
 */
async function failedPaidRefunded(
	world: World,
	fields: object,
	refundOf: (id: string) => Promise<string>,
): Promise<Step[]> {
	const { fail, pay } = await requestOf(world, fields);
	let id = '';
	return [
		() => [`payment.failed ${fail()}`],
		() => {
			id = pay();
			return [`payment.completed ${id}`];
		},
		async () => [await refundOf(id)],
	];
}

/** A record that is added, and changed. */
function changes(
	object: 'order' | 'invoice',
	add: (world: World) => { id: string } | Promise<{ id: string }>,
	change: (at: Simulator, id: string) => { updated_at: string },
): History {
	return {
		name: object,
		mode: 'account',
		events: allEvents,
		begin: (world) => {
			let id = '';
			const changed = () => [
				`${object}.updated ${id} ${world.onAll((one) => change(one, id)).updated_at}`,
			];
			return [
				async () => {
					({ id } = await add(world));
					return [`${object}.created ${id}`];
				},
				changed,
				changed,
			];
		},
	};
}

/** A transfer that is scheduled, processed and paid. @param isDerived whether its statuses have no events of their own */
function transfers(name: string, events: string[], service?: SimulatorOptions): History {
	return {
		name,
		mode: 'account',
		events,
		service,
		begin: (world) => {
			let id = '';
			const selected = (keys: string[]) =>
				keys.filter((key) => events.includes(key.split(' ')[0]!));
			const change = (status: 'processing' | 'paid') => () => {
				const { updated_at } = world.onAll((one) => one.changeTransfer(id, status));
				return selected([`transfer.updated ${id} ${updated_at}`, `transfer.${status} ${id}`]);
			};
			return [
				() => {
					({ id } = world.onAll((one) => one.addTransfer({ status: 'scheduled' })));
					return selected([`transfer.created ${id}`, `transfer.scheduled ${id}`]);
				},
				change('processing'),
				change('paid'),
			];
		},
	};
}

/** Two refunds of a charge. */
function twoRefunds(name: string, more: Partial<History> = {}): History {
	return {
		name,
		mode: 'account',
		events: ['refund', 'charge.updated'],
		alsoTrue: /^charge\.updated/,
		begin: (world) => {
			const { id } = world.onAll((one) => one.addCharge({ amount: 25.5, status: 'succeeded' }));
			const part = (amount: number, total: number) => async () => {
				await refund(world, id, amount);
				return [`refund ${id} ${total}`];
			};
			return [part(10, 10), part(10, 20)];
		},
		...more,
	};
}

/** A form of a payment that lacks its ID, as the service signs it. */
function withoutPayment(sent: Notification): Notification {
	const form = new URLSearchParams(sent.body);
	if (!form.get('payment_request_id')) return sent;
	form.set('payment_id', '');
	form.set('hmac', signFields(Object.fromEntries(form), 'simulator-salt'));
	return { ...sent, body: form.toString() };
}

/** The event of a payment request that lacks the payment and its ID, and differs at each attempt. */
function rewritten(sent: Notification, attempt: number, { service }: World): Notification {
	if (!sent.event.startsWith('payment_request.')) return sent;
	const body = JSON.stringify({
		...(JSON.parse(sent.body) as object),
		payments: undefined,
		...(sent.event.endsWith('.failed') && { failure_reason: 'The card was declined.' }),
		attempt,
	});
	const signature = signBody(body, service.webhookEndpoints[0]!.salt);
	return { ...sent, body, headers: { ...sent.headers, 'Hitpay-Signature': signature } };
}

const derived: SimulatorOptions = { dialects: ['no-payment-request-events'] };

export const eventHistories: History[] = [
	{
		name: 'payment request',
		mode: 'account',
		events: [...payments, 'charge.created'],
		async begin(world) {
			const { fail, pay } = await requestOf(world);
			const outcome = (kind: string, act: () => string) => () => {
				const id = act();
				return [`charge.created ${id}`, `payment.${kind} ${id}`];
			};
			return [outcome('failed', fail), outcome('completed', pay)];
		},
	},
	{
		name: 'request paid twice',
		mode: 'account',
		events: payments,
		async begin(world) {
			const { pay } = await requestOf(world, { allow_repeated_payments: 'true' });
			const step = () => [`payment.completed ${pay()}`];
			return [step, step];
		},
	},
	{
		name: 'charges and payouts',
		mode: 'account',
		events: ['charge.created', 'charge.failed', 'payout.created'],
		begin: (world) => [
			() => [`charge.created ${world.onAll((one) => one.addCharge({ status: 'succeeded' })).id}`],
			() => {
				const { id } = world.onAll((one) => one.addCharge({ status: 'failed' }));
				return [`charge.created ${id}`, `charge.failed ${id}`];
			},
			() => [`payout.created ${world.onAll((one) => one.addPayout()).id}`],
		],
	},
	twoRefunds('refunds'),
	twoRefunds('refunds in one second', { isInOneSecond: true }),
	twoRefunds('refunds in one second, with the refunded amount', {
		isInOneSecond: true,
		service: { dialects: ['refunds-keep-succeeded'] },
	}),
	changes(
		'order',
		(world) => world.onAll((one) => one.addOrder()),
		(at, id) => at.changeOrder(id, 'completed'),
	),
	changes(
		'invoice',
		async (world) =>
			await world.create('/v1/invoices', {
				invoice_date: '2026-01-01',
				currency: 'sgd',
				payment_by: 'amount',
				amount: 10,
				subtotal: 10,
				customer: { name: 'Ann Tan', email: 'ann@mail.example' },
				auto_invoice_number: '1',
			}),
		(at, id) => at.changeInvoice(id, 'paid'),
	),
	...[false, true].map((isInOneSecond): History => ({
		name: isInOneSecond ? 'subscription in one second' : 'subscription',
		mode: 'account',
		events: allEvents,
		isInOneSecond,
		begin: (world) => {
			const { id } = world.onAll((one) => one.addSubscription());
			const step = (type: 'detach' | 'attach') => () => {
				const { updated_at } = world.onAll((one) => one[`${type}Method`](id));
				return [`recurring_billing.method_${type}ed ${id} ${updated_at}`];
			};
			return [step('detach'), step('attach')];
		},
	})),
	transfers('transfer', allEvents),
	{
		name: 'derived payments',
		mode: 'account',
		events: [...payments, 'refund'],
		service: derived,
		async begin(world) {
			return await failedPaidRefunded(world, {}, async (id) => {
				await refund(world, id, 10);
				return `refund ${id} 10`;
			});
		},
	},
	transfers('derived transfer', ['transfer.processing', 'transfer.paid'], derived),
	...[undefined, withoutPayment].map((edit): History => ({
		name: edit ? 'callbacks, payments without ID' : 'callbacks',
		mode: 'requests',
		events: [...payments, 'refund'],
		async begin(world, { url }) {
			return await failedPaidRefunded(
				world,
				{ webhook: url },
				async (id) => `refund ${await refund(world, id, 10, url)}`,
			);
		},
		edit,
	})),
	...[undefined, withoutPayment].map((edit): History => ({
		name: edit ? 'link, payments without ID' : 'link',
		mode: 'link',
		events: payments,
		begin: (world, { link }) => {
			const step = () => [`payment.completed ${world.onAll((one) => one.pay(link)).id}`];
			return [step, step];
		},
		edit,
	})),
	{
		name: 'attempts without ID',
		mode: 'requests',
		events: payments,
		async begin(world, { url }) {
			const { fail, pay } = await requestOf(world, { webhook: url });
			const failed = () => [`payment.failed ${fail()}`];
			return [failed, failed, () => [`payment.completed ${pay()}`]];
		},
		edit: withoutPayment,
	},
	{
		name: 'payment without ID, another attempt is pending',
		mode: 'requests',
		events: payments,
		async begin(world, { url }) {
			const { fail, pay } = await requestOf(world, { webhook: url });
			const id = fail();
			world.onAll((one) => one.changeCharge(id, 'pending'));
			return [() => [`payment.completed ${pay()}`]];
		},
		edit: withoutPayment,
	},
	{
		name: 'failed early, events without ID',
		mode: 'account',
		events: payments,
		isSignedOnly: true,
		async begin(world) {
			const { fail, pay } = await requestOf(world);
			return [
				() => {
					const id = fail();
					world.onAll((one) => (one.changeCharge(id, 'failed').payment_request_id = ''));
					return ['payment.failed undefined'];
				},
				() => [`payment.failed ${fail()}`],
				() => [`payment.completed ${pay()}`],
			];
		},
		edit: rewritten,
	},
];
