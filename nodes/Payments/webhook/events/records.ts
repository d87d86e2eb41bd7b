import type { AccountObject } from './kinds';

/** Fields that only one kind of record has (docs/interface.md, Records): each has at least one of its own. */
const ownFields: Record<RecordKind, string[]> = {
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
const sharedFields: Partial<Record<RecordKind, string[]>> = {
	invoice: ['payment_methods'],
	order: ['closed_at'],
	recurring_billing: ['payment_methods'],
	transfer: ['exchange_rate', 'source_amount', 'source_currency'],
};

/** What a record is, by the name that the headers of an event have for it. */
type RecordKind = AccountObject | 'payment_request' | 'refund';

type Fields = Record<string, unknown>;

const recordKinds = Object.keys(ownFields) as RecordKind[];

/** Returns the kind of a record by its own fields; undefined for no kind, or more than one. */
export function kindOf(payload: Fields): RecordKind | undefined {
	const shared = recordKinds
		.filter((one) => hasFieldOf(payload, one))
		.flatMap((one) => sharedFields[one] ?? []);
	const [kind, ...more] = recordKinds.filter((one) => hasFieldOf(payload, one, shared));
	return more.length === 0 ? kind : undefined;
}

/** Returns whether a record has a field of a kind. @param except fields that do not count */
export function hasFieldOf(payload: Fields, kind: RecordKind, except: string[] = []): boolean {
	return ownFields[kind].some((name) => !except.includes(name) && Object.hasOwn(payload, name));
}
