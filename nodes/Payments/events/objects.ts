import { normalizeStatus, PAID_STATUSES } from '../shared/chargeStatus';
import { isObject } from '../shared/record';
import type { Fields } from './fields';

/** docs/interface.md, Records. */
interface RecordKind {
	/** The name of its ID in the output. */
	idName: string;
	/** The path of these records in the API. */
	path: string;
	/** Fields by which this kind is recognized: at least one that no other kind has. */
	ownFields: readonly string[];
	/** The fields of `ownFields` that another kind has, too. */
	sharedFields?: readonly string[];
	/** Its statuses in the order of a record's life, if events are about a status. */
	course?: ReadonlyArray<readonly string[]>;
	/** The statuses of a new record: one with another status has changed. Default: any. */
	initial?: readonly string[];
}

/** The records that events are about, by their names in the headers of an event. */
export const objects = {
	charge: {
		idName: 'payment_id',
		path: '/v1/charges',
		ownFields: [
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
		course: [['pending'], [...PAID_STATUSES, 'failed', 'cancelled', 'void']],
	},
	invoice: {
		idName: 'invoice_id',
		path: '/v1/invoices',
		ownFields: ['invoice_number'],
		sharedFields: ['payment_methods'],
		initial: ['draft', 'sent', 'pending'],
	},
	order: {
		idName: 'order_id',
		path: '/v1/orders',
		ownFields: ['line_items', 'order_display_number'],
		sharedFields: ['closed_at'],
		initial: ['draft', 'sent', 'pending'],
	},
	payout: {
		idName: 'payout_id',
		path: '/v1/payouts',
		ownFields: ['arrival_date', 'bank_name', 'bank_account', 'source_amount', 'source_currency'],
	},
	recurring_billing: {
		idName: 'recurring_billing_id',
		path: '/v1/recurring-billing',
		ownFields: ['business_recurring_plans_id', 'cycle'],
		sharedFields: ['payment_methods'],
		initial: ['scheduled', 'active', 'inactive', 'pending'],
	},
	transfer: {
		idName: 'transfer_id',
		path: '/v1/transfers',
		ownFields: ['beneficiary', 'payment_amount'],
		sharedFields: ['exchange_rate', 'source_amount', 'source_currency'],
		course: [['scheduled'], ['processing'], ['paid', 'failed', 'cancelled']],
		initial: ['scheduled'],
	},
	payment_request: {
		idName: 'payment_request_id',
		path: '/v1/payment-requests',
		ownFields: ['allow_repeated_payments', 'payment_methods', 'payments', 'payment_type'],
	},
	refund: { idName: 'refund_id', path: '/v1/refund', ownFields: ['amount_refunded', 'refund_id'] },
} as const satisfies Record<string, RecordKind>;

type ObjectName = keyof typeof objects;

/** The records whose events are sent to an endpoint of the account. */
export type AccountObject = Exclude<ObjectName, 'payment_request' | 'refund'>;

export type IdName = (typeof objects)[AccountObject]['idName'];

const accountObjects = (Object.keys(objects) as ObjectName[]).filter(
	(name) => name !== 'payment_request' && name !== 'refund',
);

const all = Object.entries(objects) as Array<[ObjectName, RecordKind]>;

/** Returns the kind of a record by its own fields; undefined for no kind, or more than one. */
export function kindOf(payload: Fields): ObjectName | undefined {
	const shared = all
		.filter(([name]) => hasFieldOf(payload, name))
		.flatMap(([, { sharedFields = [] }]) => sharedFields);
	const [kind, ...more] = all.filter(([name]) => hasFieldOf(payload, name, shared));
	return more.length === 0 ? kind?.[0] : undefined;
}

/** Returns whether a record has a field of a kind. @param except fields that do not count */
export function hasFieldOf(payload: Fields, kind: ObjectName, except: string[] = []): boolean {
	const { ownFields } = objects[kind] as RecordKind;
	return ownFields.some((name) => !except.includes(name) && Object.hasOwn(payload, name));
}

/** Returns the record in a body: the body itself, or the object of a subscription in it, beside other fields. */
export function recordIn(payload: Fields): Fields {
	if (payload.id !== undefined) return payload;
	const object = accountObjects.find((name) => isObject(payload[name]));
	if (object === undefined) return payload;
	const { [object]: record, ...others } = payload;
	return { ...others, ...(record as Fields) };
}

/** Returns the statuses of a record in their order; none if its events are not about a status. */
export function courseOf(object: ObjectName): ReadonlyArray<readonly string[]> {
	return (objects[object] as RecordKind).course ?? [];
}

/** Returns whether a record may be as it was created. */
export function isInitial(object: ObjectName, status: unknown): boolean {
	const { initial } = objects[object] as RecordKind;
	return initial?.includes(normalizeStatus(status)) ?? true;
}
