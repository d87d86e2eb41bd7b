import { Business } from './domain/business';
import { chargeOfInvoice } from './domain/invoices';
import { OAuth } from './domain/oauth';
import type { Outcome } from './domain/paymentRequests';
import type { SubscriptionBody } from './domain/subscriptions';
import { notFound } from './errors';
import { Faults } from './faults/faults';
import type { JournalEntry } from './faults/journal';
import type { Role, Settings } from './options';
import { insert } from './records/newestFirst';
import type {
	Charge,
	Customer,
	Invoice,
	Order,
	Payout,
	Subscription,
	Transfer,
} from './records/types';
import { Deliveries } from './webhooks/deliveries';
import { Notifications } from './webhooks/notifications';

/** The state of the simulator, on which routes work. */
export class Service {
	readonly faults: Faults;
	readonly journal: JournalEntry[] = [];
	readonly deliveries: Deliveries;
	readonly notifications: Notifications;
	readonly oauth: OAuth;
	/** All businesses of the merchant. */
	businesses: readonly Business[];
	/** Role of the person who is signed in to the dashboard. */
	role: Role;
	/** Base URL, set once the simulator listens. */
	url = '';

	constructor(readonly settings: Settings) {
		this.role = settings.role;
		this.faults = new Faults(settings.seed);
		this.deliveries = new Deliveries(settings);
		this.notifications = new Notifications(settings, this.deliveries);
		this.businesses = this.makeBusinesses();
		this.oauth = new OAuth(settings, this.first);
	}

	/** The business that the options are about. */
	get first(): Business {
		return this.businesses[0]!;
	}

	/** Returns the same service, which notifies in another way. */
	notifyingWith(notifications: Notifications): Service {
		return Object.create(this, { notifications: { value: notifications } }) as Service;
	}

	private makeBusinesses(): Business[] {
		const { settings } = this;
		return Array.from({ length: settings.businesses }, (_, index) => new Business(settings, index));
	}

	/** Has the records of the start again, with the same IDs, for clients with an API key. Faults and journals are cleared. */
	renew() {
		this.reset();
		this.businesses = this.makeBusinesses();
	}

	/** Adds a charge to the first business, the newest unless it has a `created_at`, and sends its event. */
	addCharge(fields?: Partial<Charge>): Charge {
		const charge = this.first.addCharge(fields);
		this.notifications.chargeCreated(this.first, charge);
		return charge;
	}

	/** Adds a payout to the first business, the newest unless it has a `created_at`, and sends its event. */
	addPayout(fields?: Partial<Payout>): Payout {
		const payout = this.first.addPayout(fields);
		this.notifications.payoutCreated(this.first, payout);
		return payout;
	}

	/** Adds a transfer to the first business, the newest unless it has a `created_at`, and sends its events. */
	addTransfer(fields?: Partial<Transfer>): Transfer {
		const transfer = this.first.addTransfer(fields);
		this.notifications.transfer(this.first, 'created', transfer);
		return transfer;
	}

	/** Adds an order to the first business, the newest unless it has a `created_at`, and sends its event. */
	addOrder(fields?: Partial<Order>): Order {
		const order = this.first.addOrder(fields);
		this.notifications.order(this.first, 'created', order);
		return order;
	}

	/** Changes the status of a charge of the first business, and sends its event. */
	changeCharge(id: string, status: Charge['status']): Charge {
		const charge = this.first.charges.get(id);
		if (!charge) throw notFound('Charge');
		if (charge.status === 'pending' && status === 'succeeded') this.first.countCharge(charge);
		this.first.changeStatus(charge, status);
		this.notifications.chargeUpdated(this.first, charge);
		return charge;
	}

	/** Adds a customer to the first business, the newest unless it has a `created_at`. */
	addCustomer(fields?: Partial<Customer>): Customer {
		return this.first.addCustomer(fields);
	}

	/** Adds an invoice of 10 dollars to the first business, the newest unless it has a `created_at`. */
	addInvoice(fields: Partial<Invoice> = {}): Invoice {
		const added = this.first.invoices.create(
			{
				invoice_date: new Date(this.settings.now()).toISOString().slice(0, 10),
				currency: 'sgd',
				payment_by: 'amount',
				amount: 10,
				subtotal: 10,
				customer: { name: 'Ann Tan', email: 'ann@mail.example' },
				auto_invoice_number: '1',
			},
			(id) => `${this.url}/invoices/${id}`,
		);
		const { invoices, calendar } = this.first;
		invoices.items.shift();
		const created_at = fields.created_at && calendar.withoutOffset(Date.parse(fields.created_at));
		return insert(invoices.items, Object.assign(added, fields, created_at && { created_at }));
	}

	/** Changes the status of a subscription of the first business. */
	changeSubscription(id: string, status: Subscription['status']): Subscription {
		const one = this.first.subscriptions.get(id);
		if (!one) throw notFound('Recurring billing');
		return this.first.changeStatus(one, status);
	}

	/** Changes the status of a payout of the first business. There is no event for it. */
	changePayout(id: string, status: Payout['status']): Payout {
		const payout = this.first.payouts.get(id);
		if (!payout) throw notFound('Payout');
		return this.first.changeStatus(payout, status);
	}

	/** Changes the status of a transfer of the first business, and sends its events. */
	changeTransfer(id: string, status: Transfer['status']): Transfer {
		const transfer = this.first.transfers.get(id);
		if (!transfer) throw notFound('Transfer');
		this.first.changeStatus(transfer, status);
		this.notifications.transfer(this.first, 'updated', transfer);
		return transfer;
	}

	/** Changes the status of an order of the first business, and sends its event. */
	changeOrder(id: string, status: Order['status']): Order {
		const order = this.first.orders.find((one) => one.id === id.toLowerCase());
		if (!order) throw notFound('Order');
		this.first.changeStatus(order, status);
		this.notifications.order(this.first, 'updated', order);
		return order;
	}

	/** Changes the status of an invoice of the first business, as a payment does, and sends its event. */
	changeInvoice(id: string, status: Invoice['status']): Invoice {
		const invoice = this.first.invoices.get(id);
		if (!invoice) throw notFound('Invoice');
		this.first.changeStatus(invoice, status);
		this.notifications.invoice(this.first, 'updated', invoice);
		return invoice;
	}

	/** Finds a record of any business. */
	find<T>(get: (business: Business) => T | undefined): { business: Business; one: T } | undefined {
		for (const business of this.businesses) {
			const one = get(business);
			if (one) return { business, one };
		}
		return undefined;
	}

	/** Pays a payment request, by its first method by default. Returns the charge. */
	pay(id: string, method?: string): Charge {
		return this.addPayment(id, 'succeeded', method);
	}

	/** Lets a payment of a payment request fail. Returns the failed charge. */
	fail(id: string, method?: string): Charge {
		return this.addPayment(id, 'failed', method);
	}

	/** Adds a subscription to the first business, to which its customer attached a card. */
	addSubscription(body: Partial<SubscriptionBody> = {}): Subscription {
		const { subscriptions } = this.first;
		const added = subscriptions.create(
			{ customer_email: 'ann@mail.example', save_payment_method: 'true', ...body },
			(id) => `${this.url}/recurring-plan/${id}`,
		);
		subscriptions.attach(added);
		return added;
	}

	/**
	 * Attaches a payment method to a subscription, as its customer does, and sends its event.
	 *
	 * @param method `card` by default; charges by `giro` are pending
	 * @param last4 of a card; 0002 is declined
	 */
	attachMethod(id: string, method?: string, last4?: string): Subscription {
		const { business, one } = this.subscription(id);
		business.subscriptions.attach(one, method, last4);
		this.notifications.subscription(business, 'method_attached', one);
		return one;
	}

	/** Detaches the payment method of a subscription, and sends its event. */
	detachMethod(id: string): Subscription {
		const { business, one } = this.subscription(id);
		business.subscriptions.detach(one);
		this.notifications.subscription(business, 'method_detached', one);
		return one;
	}

	private subscription(id: string): { business: Business; one: Subscription } {
		const found = this.find(({ subscriptions }) => subscriptions.get(id));
		if (!found) throw notFound('Recurring billing');
		return found;
	}

	/** Pays an invoice in full, or lets the payment fail. Returns the charge. */
	payInvoice(id: string, status: 'succeeded' | 'failed', method: string): Charge {
		const found = this.find(({ invoices }) => invoices.get(id));
		if (!found) throw notFound('Invoice');
		const { business, one } = found;
		const charge = business.addCharge(chargeOfInvoice(one, status, method));
		this.notifications.chargeCreated(business, charge);
		if (status === 'succeeded') {
			business.changeStatus(one, 'paid');
			this.notifications.invoice(business, 'updated', one);
		}
		return charge;
	}

	/** Clears faults, journals and notifications in progress. Records, app and tokens stay. */
	reset() {
		this.faults.clear();
		this.journal.length = 0;
		this.deliveries.clear();
	}

	/** Adds a payment of a payment request, by its first method by default. Returns the charge. */
	addPayment(id: string, outcome: Outcome, method?: string): Charge {
		const found = this.find(({ paymentRequests }) => paymentRequests.get(id));
		if (!found) throw notFound('Payment request');
		const { business, one } = found;
		const charge = business.paymentRequests.addPayment(one, outcome, method);
		this.notifications.paymentRequest(business, one, charge);
		return charge;
	}

	/** Finds the business of an API key. */
	businessOf(apiKey: string): Business | undefined {
		return this.businesses.find((business) => business.apiKey === apiKey);
	}
}
