import type { AccountObject } from './accountEvents';

/** What a record is, by the name that the headers of an event have for it. */
type Kind = AccountObject | 'payment_request' | 'refund';

/** Fields that only one kind of record has (docs/interface.md, Records): each has at least one of its own. */
const ownFields: Record<Kind, string[]> = {
	charge: [
		'closed_at',
		'home_currency',
		'exchange_rate',
		'fixed_fee',
		'discount_fee',
		'discount_fee_rate',
		'webhook_status',
		'admin_fee',
		'payment_provider',
	],
	payout: ['arrival_date', 'bank_name', 'bank_account', 'source_amount', 'source_currency'],
	payment_request: ['allow_repeated_payments', 'payment_methods', 'payments', 'payment_type'],
	refund: ['amount_refunded', 'refund_id'],
	invoice: ['invoice_number'],
	order: ['line_items', 'order_display_number'],
	recurring_billing: ['business_recurring_plans_id', 'cycle'],
	transfer: ['beneficiary', 'payment_amount'],
};

/** The fields of the above that another kind of record has too. */
const sharedFields: Partial<Record<Kind, string[]>> = {
	invoice: ['payment_methods'],
	order: ['closed_at'],
	recurring_billing: ['payment_methods'],
	transfer: ['exchange_rate', 'source_amount', 'source_currency'],
};

type Fields = Record<string, unknown>;

const kinds = Object.keys(ownFields) as Kind[];

/** Returns the kind of a record by its own fields; undefined for no kind, or more than one. */
export function kindOf(payload: Fields): Kind | undefined {
	const shared = kinds
		.filter((one) => hasFieldOf(payload, one))
		.flatMap((one) => sharedFields[one] ?? []);
	const [kind, ...more] = kinds.filter((one) => hasFieldOf(payload, one, shared));
	return more.length === 0 ? kind : undefined;
}

/** Returns whether a record has a field of a kind. @param except fields that do not count */
export function hasFieldOf(payload: Fields, kind: Kind, except: string[] = []): boolean {
	return ownFields[kind].some((name) => !except.includes(name) && Object.hasOwn(payload, name));
}
