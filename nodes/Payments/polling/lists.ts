import type { IDataObject } from 'n8n-workflow';

import type { RecordType } from '../output/recordType';
import { byCursor } from '../pagination/cursorPages';
import { byDateRange, type DateFilters } from '../pagination/dateRanges';
import { byFirstPage } from '../pagination/firstPage';
import { startingWith, type PageStrategy } from '../pagination/page';
import { listedChargeRecord } from '../resources/charge/record';
import { customerRecord } from '../resources/customer/record';
import { invoiceRecord } from '../resources/invoice/record';
import { orderRecord } from '../resources/order/record';
import { payoutRecord } from '../resources/payout/record';
import { subscriptionRecord } from '../resources/subscription/record';
import { transferRecord } from '../resources/transfer/record';
import { REFUNDED_STATUSES, statusOfRecord } from '../shared/chargeStatus';
import { INVOICE_STATUSES, SUBSCRIPTION_STATUSES } from '../shared/statuses';

/** The events that a poll can detect. */
export type Event =
	| 'chargeStatusChanged'
	| 'invoiceStatusChanged'
	| 'newCharge'
	| 'newCustomer'
	| 'newOrder'
	| 'newPayout'
	| 'subscriptionStatusChanged'
	| 'transferStatusChanged';

/** A list of the API (docs/interface.md, Endpoints). Its records have an ID and, with one exception, a status. */
export interface List {
	path: string;
	/** How its pages are fetched. */
	strategy: PageStrategy;
	/** The name of its filter by day: records created on this day or later. Not all lists have one. */
	from?: string;
	/** The values of the filter `status` that return all records together, if the API has no list without it. */
	parts?: string[];
	type: RecordType;
	/** The name of its records, for messages. */
	name: string;
	hasStatus: boolean;
	/** Returns the status to compare; nothing of a record without one. */
	statusOf: (record: IDataObject) => string;
	/** For events about changes only. */
	changes?: {
		/** The statuses that no record begins with: a record that has one when it is first seen has changed. */
		later: string[];
		/** Statuses in the order in which a record passes them; all others are later. */
		order: string[];
		/** The statuses that hardly ever change. In a list without `from`, the other records are watched at any age. */
		final: string[];
	};
}

const byEither = byFirstPage('page');

/** Returns a strategy that fetches several date ranges at the same time; only the first page shows whether to do so. */
function byDays(days: DateFilters): PageStrategy {
	return async (context, fetchPage, listRequest) => {
		const first = await fetchPage({});
		return await byDateRange(days)(context, startingWith(first, fetchPage), listRequest);
	};
}

const statusOf = ({ status }: IDataObject) => (typeof status === 'string' ? status : '');

const charges: List = {
	path: '/v1/charges',
	strategy: byDays({ from: 'date_from', to: 'date_to' }),
	from: 'date_from',
	type: listedChargeRecord,
	name: 'charges',
	hasStatus: true,
	statusOf: statusOfRecord,
};

/** Charges and products are only in an order that is read with them (docs/interface.md, GET /v1/orders). */
const listedOrderRecord: RecordType = {
	...orderRecord,
	fields: Object.fromEntries(
		Object.entries(orderRecord.fields).filter(([name]) => !['charges', 'products'].includes(name)),
	),
};

/** The list of each event. */
export const lists: Record<Event, List> = {
	chargeStatusChanged: {
		...charges,
		type: without(listedChargeRecord, 'payment_method'),
		changes: {
			later: REFUNDED_STATUSES,
			order: ['pending', 'failed', 'succeeded', 'partially_refunded', 'refunded'],
			final: [],
		},
	},
	invoiceStatusChanged: {
		path: '/v1/invoices',
		strategy: byEither,
		type: without(invoiceRecord, 'customer_name', 'created_at'),
		name: 'invoices',
		hasStatus: true,
		statusOf,
		changes: {
			later: ['overdue', 'paid', 'partially paid'],
			order: INVOICE_STATUSES,
			final: ['paid'],
		},
	},
	newCharge: charges,
	newCustomer: {
		path: '/v1/customers',
		strategy: byEither,
		type: customerRecord,
		name: 'customers',
		hasStatus: false,
		statusOf,
	},
	newOrder: {
		path: '/v1/orders',
		strategy: byEither,
		from: 'dateFrom',
		type: listedOrderRecord,
		name: 'orders',
		hasStatus: true,
		statusOf,
	},
	newPayout: {
		path: '/v1/payouts',
		strategy: byDays({ from: 'created_at_from', to: 'created_at_to' }),
		from: 'created_at_from',
		type: payoutRecord,
		name: 'payouts',
		hasStatus: true,
		statusOf,
	},
	subscriptionStatusChanged: {
		path: '/v1/recurring-billing',
		strategy: byEither,
		parts: SUBSCRIPTION_STATUSES,
		type: without(subscriptionRecord, 'cycle'),
		name: 'subscriptions',
		hasStatus: true,
		statusOf,
		changes: {
			later: SUBSCRIPTION_STATUSES.filter((status) => status !== 'scheduled'),
			order: ['scheduled', 'active'],
			final: ['canceled'],
		},
	},
	transferStatusChanged: {
		path: '/v1/transfers',
		strategy: byCursor,
		type: without(transferRecord, 'beneficiary_bank_name', 'fee_amount'),
		name: 'transfers',
		hasStatus: true,
		statusOf,
		changes: {
			later: ['canceled', 'failed', 'paid'],
			order: ['scheduled', 'pending', 'processing'],
			final: ['canceled', 'failed', 'paid'],
		},
	},
};

/** Leaves out fields of Simplified: with `previous_status` and the calendar day, it has ten at most. */
function without(type: RecordType, ...names: string[]): RecordType {
	return { ...type, simplified: type.simplified.filter((name) => !names.includes(name)) };
}
