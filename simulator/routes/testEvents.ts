import type { FastifyInstance } from 'fastify';

import { dialectNames, type Dialect } from '../dialects';
import type { Outcome } from '../domain/paymentRequests';
import { invalid } from '../errors';
import type { Subscription, Transfer } from '../records/types';
import type { Service } from '../service';
import { Deliveries, type Delivery } from '../webhooks/deliveries';
import { Notifications } from '../webhooks/notifications';

/** An event to send for a test. */
interface TestEvent {
	/** One of `testEvents`. */
	event: string;
	/** Where it is sent. Default: to the endpoints that are registered for it. */
	url?: string;
	/** Default: a callback if there is a `url`, and the event has a callback. */
	format?: 'callback' | 'event';
	/** The sources that it follows (simulator/dialects.ts). Default: those of the simulator. */
	dialects?: readonly Dialect[];
}

/** Lets an event happen to a new record. @param webhook the URL that a callback is sent to */
type Happening = (service: Service, webhook?: string) => void;

const HOUR = 3_600_000;

/** The events that can be sent as a callback. */
const callbacks: Record<string, Happening> = {
	'payment_request.completed': paid('succeeded'),
	'payment_request.failed': paid('failed'),
	'payment_request.pending': paid('pending'),
	'refund.created': refunded,
};

const happenings: Record<string, Happening> = {
	...callbacks,
	'charge.created': (service) => void service.addCharge(),
	'charge.failed': (service) => void service.addCharge({ status: 'failed' }),
	'charge.updated': refunded,
	'invoice.created': (service) =>
		service.notifications.invoice(service.first, 'created', service.addInvoice()),
	'invoice.updated': (service) => void service.changeInvoice(service.addInvoice().id, 'paid'),
	'order.created': (service) => void service.addOrder(),
	'order.updated': (service) => void service.changeOrder(service.addOrder().id, 'completed'),
	'payout.created': (service) => void service.addPayout(),
	'recurring_billing.method_attached': (service) =>
		void service.attachMethod(subscribed(service).id),
	'recurring_billing.method_detached': (service) =>
		void service.detachMethod(subscribed(service).id),
	'recurring_billing.subscription_updated': (service) => {
		const one = subscribed(service);
		service.first.subscriptions.update(one, { name: 'Gym' });
		service.notifications.subscription(service.first, 'subscription_updated', one);
	},
	'transfer.canceled': transferred('canceled'),
	'transfer.created': (service) => void service.addTransfer(),
	'transfer.failed': transferred('failed'),
	'transfer.paid': transferred('paid'),
	'transfer.processing': transferred('processing'),
	'transfer.scheduled': (service) => void service.addTransfer(),
	'transfer.updated': transferred('processing'),
};

/** The events that can be sent for a test, by HitPay's names. */
export const testEvents = Object.keys(happenings).sort();

const body = {
	type: 'object',
	additionalProperties: false,
	required: ['event'],
	properties: {
		event: { type: 'string', enum: testEvents },
		url: { type: 'string' },
		format: { type: 'string', enum: ['callback', 'event'] },
		dialects: { type: 'array', items: { type: 'string', enum: dialectNames } },
	},
} as const;

/** Sends an event for a test, and returns its deliveries. */
export function testEventRoutes(app: FastifyInstance, service: Service) {
	app.post<{ Body: TestEvent }>('/events', { schema: { body } }, (request) =>
		sendTestEvent(service, request.body),
	);
}

/** Sends an event about a new record once, signed. Returns the deliveries with their responses. */
async function sendTestEvent(
	service: Service,
	{ event, url, dialects = service.settings.dialects, ...test }: TestEvent,
): Promise<Delivery[]> {
	const hasCallback = url !== undefined && event in callbacks;
	const { format = hasCallback ? 'callback' : 'event' } = test;
	const isCallback = format === 'callback';
	if (isCallback && !hasCallback)
		throw invalid('format', 'The format field must be event, unless a callback has a url.');
	if (!isCallback && event === 'payment_request.pending')
		throw invalid('url', 'The url field is required: this event is sent as a callback only.');
	if (url !== undefined && !URL.canParse(url)) throw invalid('url', 'The url field must be a URL.');

	const { settings, first } = service;
	const registered = first.webhookEndpoints;
	const { salt } = registered.find((one) => one.url === url) ?? first;
	const listening =
		url === undefined
			? registered.filter(({ event_types }) => event_types.includes(event))
			: [{ url, salt }];
	const endpoints = listening.map((one) => ({ ...one, event_types: [event] }));
	const deliveries = new Deliveries({ ...settings, maxTries: 1 });
	const notifications = new Notifications({ ...settings, dialects }, deliveries, () =>
		isCallback ? [] : endpoints,
	);
	const happening = happenings[event]!;
	happening(service.notifyingWith(notifications), isCallback ? url : undefined);
	await deliveries.idle();
	await deliveries.close();
	return deliveries.journal;
}

function paid(outcome: Outcome): Happening {
	return (service, webhook) => {
		const body = { amount: 25, currency: 'sgd', reference_number: 'TEST-1', webhook };
		const url = (id: string) => `${service.url}/checkout/${id}`;
		service.addPayment(service.first.paymentRequests.create(body, url).id, outcome);
	};
}

/** Refunds a part of a charge, which is an update of the charge. */
function refunded(service: Service, webhook?: string) {
	const charge = service.addCharge({ amount: 25 });
	const refund = service.first.refunds.make(charge, 10_000);
	service.notifications.refund(service.first, charge, refund, webhook);
}

function transferred(status: Transfer['status']): Happening {
	return (service) => void service.changeTransfer(service.addTransfer().id, status);
}

/** Adds a subscription of an hour ago, so that a change has a later time. */
function subscribed(service: Service): Subscription {
	const created_at = service.first.calendar.withoutOffset(service.settings.now() - HOUR);
	return Object.assign(service.addSubscription(), { created_at });
}
