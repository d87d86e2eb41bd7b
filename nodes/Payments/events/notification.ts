import type { Fields } from './fields';

/** A request whose signature can be verified. Its content is not read yet. */
export interface Received {
	/** A form, sent to the URL of one payment request or refund, or JSON, sent to an endpoint of the account. */
	format: 'callback' | 'event';
	/** The signed text of a form, or the bytes of JSON. */
	signed: string | Buffer;
	/** The field `hmac` of a form, or Hitpay-Signature. */
	signature?: string;
	/** Whether the signature covers the fields, and not only the text of a form. */
	hasOneReading: boolean;
	/** All fields of a form except `hmac`: not all can be output (safeFields). The object has no prototype. */
	fields: Record<string, string>;
	/** Hitpay-Event-Type of JSON, such as `created`. No signature covers it. */
	type?: string;
	/** Hitpay-Event-Object of JSON, such as `charge`. No signature covers it. */
	object?: string;
	/** Whether the URL has the mark of a refund. */
	isRefund: boolean;
}

export interface Notification extends Received {
	hash: string;
	/** The fields that can be output. */
	payload: Fields;
}
