import { Business } from './business';
import { Deliveries } from './deliveries';
import { Faults } from './faults';
import { notFound } from './errors';
import type { JournalEntry } from './journal';
import { Notifications } from './notifications';
import { OAuth } from './oauth';
import type { Role, Settings } from './options';
import { unknownPaymentRequest } from './paymentRequests';
import type { Charge, PaymentRequest, Payout } from './records/types';

/** Everything the simulator knows; routes work on this. */
export class Service {
	readonly faults: Faults;
	readonly journal: JournalEntry[] = [];
	readonly deliveries: Deliveries;
	readonly notifications: Notifications;
	readonly oauth: OAuth;
	/** All businesses of the merchant. */
	readonly businesses: readonly Business[];
	/** The one the API key and the options are about. */
	readonly first: Business;
	/** Role of the person at the dashboard. */
	role: Role;
	/** Where the simulator listens, known once it does. */
	url = '';

	constructor(readonly settings: Settings) {
		this.role = settings.role;
		this.faults = new Faults(settings.seed);
		this.deliveries = new Deliveries(settings);
		this.notifications = new Notifications(settings, this.deliveries);
		this.first = new Business(settings, 0);
		const more = Array.from(
			{ length: settings.businesses - 1 },
			(_, index) => new Business(settings, index + 1),
		);
		this.businesses = [this.first, ...more];
		this.oauth = new OAuth(settings, this.first);
	}

	/** A new charge of the first business, and its event. */
	addCharge(given?: Partial<Charge>): Charge {
		const charge = this.first.addCharge(given);
		this.notifications.chargeCreated(this.first, charge);
		return charge;
	}

	/** A new payout of the first business, and its event. */
	addPayout(given?: Partial<Payout>): Payout {
		const payout = this.first.addPayout(given);
		this.notifications.payoutCreated(this.first, payout);
		return payout;
	}

	/** A charge of the first business gets another status, and its event is sent. */
	changeCharge(id: string, status: Charge['status']): Charge {
		const charge = this.first.charges.get(id);
		if (!charge) throw notFound('Charge');
		this.first.changeStatus(charge, status);
		this.notifications.chargeUpdated(this.first, charge);
		return charge;
	}

	/** A payout of the first business gets another status. The service tells nobody. */
	changePayout(id: string, status: Payout['status']): Payout {
		const payout = this.first.payouts.get(id);
		if (!payout) throw notFound('Payout');
		return this.first.changeStatus(payout, status);
	}

	/** A payment request of any business, and whose it is. */
	paymentRequest(id: string): { business: Business; one: PaymentRequest } | undefined {
		for (const business of this.businesses) {
			const one = business.paymentRequests.get(id);
			if (one) return { business, one };
		}
		return undefined;
	}

	/** The customer pays a payment request. Gives the charge. */
	pay(id: string, method?: string): Charge {
		return this.settle(id, 'succeeded', method);
	}

	/** The customer tries to pay a payment request, and it fails. Gives the charge. */
	fail(id: string, method?: string): Charge {
		return this.settle(id, 'failed', method);
	}

	/** Forgets faults and journals; records, app and tokens stay. */
	reset() {
		this.faults.clear();
		this.journal.length = 0;
		this.deliveries.clear();
	}

	private settle(id: string, outcome: 'succeeded' | 'failed', method?: string): Charge {
		const found = this.paymentRequest(id);
		if (!found) throw unknownPaymentRequest();
		const { business, one } = found;
		const charge = business.paymentRequests.settle(one, outcome, method);
		this.notifications.paymentRequest(business, one, charge);
		return charge;
	}

	/** Whose API key this is. */
	businessOf(apiKey: string): Business | undefined {
		return this.businesses.find((business) => business.apiKey === apiKey);
	}
}
