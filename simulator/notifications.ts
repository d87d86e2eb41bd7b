import type { Business } from './business';
import type { Deliveries } from './deliveries';
import { hasChanged } from './json';
import type { Settings } from './options';
import type { Charge, Payout, PaymentRequest, Refund } from './records/types';
import { signBody, signFields } from './signatures';

/** Says what happened to those who asked to be told (docs/interface.md, Notifications). */
export class Notifications {
	constructor(
		private readonly settings: Settings,
		private readonly deliveries: Deliveries,
	) {}

	chargeCreated(business: Business, charge: Charge) {
		this.toEndpoints(business, 'charge', 'created', charge);
	}

	chargeUpdated(business: Business, charge: Charge) {
		this.toEndpoints(business, 'charge', 'updated', charge);
	}

	payoutCreated(business: Business, payout: Payout) {
		this.toEndpoints(business, 'payout', 'created', payout);
	}

	/** A payment request was paid, or a try to pay it failed; `charge` is that payment. */
	paymentRequest(business: Business, paymentRequest: PaymentRequest, charge: Charge) {
		const type = charge.status === 'failed' ? 'failed' : 'completed';
		this.chargeCreated(business, charge);
		this.toEndpoints(business, 'payment_request', type, paymentRequest);
		if (paymentRequest.webhook === null) return;
		const fields = {
			payment_id: charge.id,
			payment_request_id: paymentRequest.id,
			phone: paymentRequest.phone ?? '',
			amount: paymentRequest.amount,
			// In capitals, other than in records: the example of the message shows it so.
			currency: paymentRequest.currency.toUpperCase(),
			status: type,
			reference_number: paymentRequest.reference_number ?? '',
		};
		const event = `payment_request.${type}`;
		this.callback(event, paymentRequest.webhook, fields, business.salt, () => {
			charge.webhook_status = true;
			hasChanged(charge);
		});
	}

	/** A charge was refunded, in part or whole; `webhook` is the address the refund named. */
	refund(business: Business, charge: Charge, refund: Refund, webhook?: string) {
		this.chargeUpdated(business, charge);
		this.toEndpoints(business, 'refund', 'created', refund);
		if (webhook === undefined) return;
		// What such an address receives is nowhere stated (docs/interface.md, choices).
		if (this.settings.refundNotification === 'event') {
			this.event('refund', 'created', refund, webhook, business.salt);
		} else {
			this.callback('refund.created', webhook, refundFields(refund), business.salt);
		}
	}

	/** An event to every endpoint that is registered for it. */
	private toEndpoints(business: Business, object: string, type: string, record: object) {
		for (const { event_types, url, salt } of business.webhookEndpoints) {
			if (event_types.includes(`${object}.${type}`)) {
				this.event(object, type, record, url, salt);
			}
		}
	}

	/** docs/interface.md, Callback */
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

	/** docs/interface.md, Event */
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

/** A refund as fields of a form: amounts with two decimals, null as empty text. */
function refundFields(refund: Refund): Record<string, string> {
	const entries = Object.entries(refund) as Array<[string, string | number | null]>;
	return Object.fromEntries(
		entries.map(([name, value]) => [
			name,
			typeof value === 'number' ? value.toFixed(2) : (value ?? ''),
		]),
	);
}
