/** The API as one of the sources describes it, where sources differ. */
interface Description {
	/** Rows of docs/dialects.md. */
	rows: number[];
	/** One line of text. */
	text: string;
}

/** The dialects of the simulator, in the order of docs/dialects.md. */
export const dialects = {
	'full-updates': {
		rows: [1, 2],
		text: 'PUT needs name, cycle and amount of a plan, amount and currency of a payment request',
	},
	'no-payment-request-events': {
		rows: [3],
		text: 'endpoints are registered for a closed list of events, without those of payment requests',
	},
	'payments-follow-charges': {
		rows: [4],
		text: 'payments of a payment request have the status of their charge, also after a refund',
	},
	canceled: { rows: [5], text: 'charges are canceled; only their filter has cancelled' },
	'charge-id-only': { rows: [6], text: 'a refund names a charge' },
	'payment-request-id-only': { rows: [6], text: 'a refund names a payment request' },
	'wrong-key-403': { rows: [8], text: 'a wrong key gets 403, "Invalid business api key"' },
	'pending-callbacks': { rows: [9], text: 'a callback with the status pending precedes a payment' },
	'cursor-qr-list': { rows: [10], text: 'static QR codes are listed by cursor' },
	'numbered-customer-list': { rows: [10], text: 'customers are listed by page number' },
	'shown-customer-cursors': {
		rows: [10],
		text: 'the list of customers shows cursors, and its pages are chosen by number',
	},
	'camel-case-page-size': { rows: [10], text: 'the page size of charges is perPage' },
	'per-page-ignored': { rows: [11], text: 'page sizes are 10, 20 or 25, whatever was requested' },
	'paid-charges-by-default': {
		rows: [12],
		text: 'without a filter by status, charges are succeeded, succeeded_manually, refunded or void',
	},
	'strict-statuses': { rows: [13], text: 'the filter statuses has success, and not succeeded' },
	'refunds-keep-succeeded': {
		rows: [14],
		text: 'a charge stays succeeded after a partial refund, with its refunded_amount',
	},
	'full-charge-detail': { rows: [15], text: 'a single charge has refunds, target, terminal ...' },
	'text-amounts': { rows: [16], text: 'amounts are text with grouped thousands' },
	'not-found-422': { rows: [17], text: 'an unknown record gets 422, "No query results for model"' },
	'post-200': { rows: [18], text: 'POST returns 200 instead of 201' },
	'full-address': { rows: [19], text: 'an address needs line1, city, state, country, postal_code' },
	'narrow-search': { rows: [21], text: 'payment requests are searched by email, ID and reference' },
	'no-info': { rows: [22], text: 'GET /v1/info does not exist' },
	'charges-only': { rows: [22], text: 'nor does GET /v1/account-status' },
	'platform-key-with-api-key': { rows: [23], text: 'X-PLATFORM-KEY is accepted with an API key' },
	'text-qr-code': { rows: [24], text: 'qr_code_data is the text of the code' },
	'other-method-codes': {
		rows: [25],
		text: 'payment methods have other codes: wechat_pay, upi, ifpay_qris',
	},
	'dropped-scopes': { rows: [27], text: 'a scope that is not approved is left out silently' },
	'new-refresh-tokens': { rows: [28], text: 'each refresh returns a new refresh token' },
	'rate-limit-headers': { rows: [29], text: 'every response reports the rate limit' },
	'no-localhost': { rows: [31], text: 'webhook and redirect URLs on localhost are refused' },
	'payment-id-events': {
		rows: [32],
		text: 'events of payment requests have payment_id and payment_type in place of payments',
	},
	'platform-events': { rows: [33], text: 'events of charges have the business_id' },
	'put-customers': { rows: [34], text: 'a customer is updated with PUT, and PATCH gets 405' },
	'customer-phone': { rows: [35], text: 'a new customer needs a phone number' },
	'no-invoice-get': { rows: [36], text: 'an invoice cannot be read alone: GET gets 405' },
	'percent-discounts': {
		rows: [37],
		text: 'the percentage of a discount is 5 for 5 %, and the amount of an invoice follows from it',
	},
	'full-discounts': {
		rows: [37],
		text: 'a discount needs its name, discount, percentage_discount and order',
	},
	'text-invoice-values': {
		rows: [38],
		text: 'discounts, quantities and allow_partial_payments of an invoice are text',
	},
	'counted-total-charge': {
		rows: [39],
		text: 'total_charge of a subscription is how often it was charged, and times_charged is null',
	},
	'strict-saved-methods': {
		rows: [40],
		text: 'saving a card needs an amount, and has neither a plan nor times_to_be_charged',
	},
	'more-qr-methods': {
		rows: [42],
		text: 'generate_qr is for shopee_pay, wechat_pay, touch_n_go, atome and others, too',
	},
	'executor-list': { rows: [44], text: 'the executor of a charge is a list' },
	'no-metadata-filter': { rows: [45], text: 'payment requests are not filtered by metadata' },
	'no-transfer-reference': { rows: [51], text: 'a transfer does not show its reference' },
} satisfies Record<string, Description>;

export type Dialect = keyof typeof dialects;

/** The names of all dialects. */
export const dialectNames = Object.keys(dialects) as [Dialect, ...Dialect[]];
