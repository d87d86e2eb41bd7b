import type { Dialect } from '../dialects';
import type { Business } from '../domain/business';
import { inDialect, type Kind } from '../domain/dialects';
import type { Settings } from '../options';
import { invalidateJson } from '../records/jsonCache';
import type {
	Charge,
	EndpointWithSalt,
	Invoice,
	Order,
	Payout,
	PaymentRequest,
	Refund,
	Subscription,
	Transfer,
} from '../records/types';
import type { Deliveries } from './deliveries';
import { signBody, signFields } from './signatures';

type Endpoint = Pick<EndpointWithSalt, 'event_types' | 'url' | 'salt'>;

/** Sends callbacks and events about changes of records (docs/interface.md, Notifications). */
export class Notifications {
	constructor(
		readonly settings: Settings,
		private readonly deliveries: Deliveries,
		/** Returns the endpoints that receive the events of a business. */
		private readonly endpointsOf = ({ webhookEndpoints }: Business): Endpoint[] => webhookEndpoints,
	) {}

	chargeCreated(business: Business, charge: Charge) {
		this.toEndpoints(business, 'charge', 'created', charge);
		if (charge.status === 'failed') this.toEndpoints(business, 'charge', 'failed', charge);
	}

	chargeUpdated(business: Business, charge: Charge) {
		this.toEndpoints(business, 'charge', 'updated', charge);
	}

	payoutCreated(business: Business, payout: Payout) {
		this.toEndpoints(business, 'payout', 'created', payout);
	}

	invoice(business: Business, type: 'created' | 'updated', invoice: Invoice) {
		this.toEndpoints(business, 'invoice', type, invoice);
	}

	order(business: Business, type: 'created' | 'updated', order: Order) {
		this.toEndpoints(business, 'order', type, order);
	}

	subscription(
		business: Business,
		type: 'method_attached' | 'method_detached' | 'subscription_updated',
		subscription: Subscription,
	) {
		this.toEndpoints(business, 'recurring_billing', type, subscription);
	}

	/** Notifies about a transfer, and about the status that it has now. */
	transfer(business: Business, type: 'created' | 'updated', transfer: Transfer) {
		this.toEndpoints(business, 'transfer', type, transfer);
		this.toEndpoints(business, 'transfer', transfer.status, transfer);
	}

	/** Notifies about a payment of a payment request. @param charge the payment, which may have failed or be pending */
	paymentRequest(business: Business, paymentRequest: PaymentRequest, charge: Charge) {
		const type = charge.status === 'succeeded' ? 'completed' : charge.status;
		this.chargeCreated(business, charge);
		const event = this.speaks('payment-id-events')
			? withPaymentId(paymentRequest, charge)
			: paymentRequest;
		this.toEndpoints(business, 'payment_request', type, event);
		if (paymentRequest.webhook === null) return;
		const fields = {
			payment_id: charge.id,
			payment_request_id: paymentRequest.id,
			phone: paymentRequest.phone ?? '',
			amount: paymentRequest.amount,
			// In capitals, unlike in records, as in the reference's example.
			currency: paymentRequest.currency.toUpperCase(),
			status: type,
			reference_number: paymentRequest.reference_number ?? '',
		};
		if (this.speaks('pending-callbacks')) {
			const pending = { ...fields, status: 'pending' };
			this.callback('payment_request.pending', paymentRequest.webhook, pending, business.salt);
		}
		this.callback(`payment_request.${type}`, paymentRequest.webhook, fields, business.salt, () => {
			charge.webhook_status = true;
			invalidateJson(charge);
		});
	}

	/** Notifies about a refund. @param webhook the URL that the refund names */
	refund(business: Business, charge: Charge, refund: Refund, webhook?: string) {
		this.chargeUpdated(business, charge);
		this.toEndpoints(business, 'refund', 'created', refund);
		if (webhook === undefined) return;
		// No source states the format (docs/interface.md, choices).
		if (this.settings.refundNotification === 'event') {
			this.event('refund', 'created', refund, webhook, business.salt);
		} else {
			this.callback('refund.created', webhook, refundFields(refund), business.salt);
		}
	}

	/** Sends an event to every endpoint that is registered for it. */
	private toEndpoints(business: Business, object: string, type: string, record: object) {
		for (const { event_types, url, salt } of this.endpointsOf(business)) {
			if (event_types.includes(`${object}.${type}`)) {
				const kind = object === 'recurring_billing' ? 'subscription' : (object as Kind);
				const sent = inDialect(this, business, kind, record);
				this.event(object, type, { ...sent, ...this.platformFields(business, object) }, url, salt);
			}
		}
	}

	private speaks(dialect: Dialect): boolean {
		return this.settings.dialects.includes(dialect);
	}

	/** Returns the fields of the connected business in an event at a platform's endpoint. */
	private platformFields({ info }: Business, object: string): object {
		return object === 'charge' && this.speaks('platform-events') ? { business_id: info.id } : {};
	}

	/** Sends a form (docs/interface.md, Callback). */
	private callback(
		event: string,
		url: string,
		fields: Record<string, string>,
		salt: string,
		accepted?: () => void,
	) {
		const form = new URLSearchParams({ ...fields, hmac: signFields(fields, salt) });
		const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
		this.deliveries.send({ event, url, headers, body: form.toString(), accepted });
	}

	/** Sends a record (docs/interface.md, Event). */
	private event(object: string, type: string, record: object, url: string, salt: string) {
		const body = JSON.stringify(record);
		const headers = {
			'Content-Type': 'application/json',
			'User-Agent': 'HitPay v2.0',
			'Hitpay-Signature': signBody(body, salt),
			'Hitpay-Event-Type': type,
			'Hitpay-Event-Object': object,
		};
		this.deliveries.send({ event: `${object}.${type}`, url, headers, body });
	}
}

/** Returns the fields of a form: amounts with two decimals, null as empty text. */
function refundFields(refund: Refund): Record<string, string> {
	const entries = Object.entries<string | number | null>(refund);
	return Object.fromEntries(
		entries.map(([name, value]) => [
			name,
			typeof value === 'number' ? value.toFixed(2) : (value ?? ''),
		]),
	);
}

/** Returns a payment request as some of its events have it: with one payment's ID instead of the payments. */
function withPaymentId(paymentRequest: PaymentRequest, charge: Charge): object {
	const failed = charge.status === 'failed' ? { failure_reason: 'The card was declined.' } : {};
	return {
		...paymentRequest,
		payments: undefined,
		payment_id: charge.id,
		payment_type: charge.payment_method.name,
		...failed,
	};
}
