import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { outputFields } from '../output/recordType';
import { statuses } from '../resources/charge/parameters';
import * as field from '../resources/fields';
import { filters, toProperty } from '../resources/fields/collections';
import { scopeNotice } from '../resources/fields/notice';
import { statusOptions as invoiceStatuses } from '../resources/invoice/parameters';
import { statusOptions as orderStatuses } from '../resources/order/getMany';
import { statusOptions } from '../resources/payout/getMany';
import { statusOptions as transferStatuses } from '../resources/transfer/getMany';
import { calendarDayOption } from '../run/options';
import { SUBSCRIPTION_STATUSES } from '../shared/statuses';
import { lists, type Event } from './lists';

/** The event. Expressions are not allowed: a value that changes between polls would discard the recorded state. */
export const eventField: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Charge Status Changed',
			value: 'chargeStatusChanged',
			description: 'The status of a charge changed, for example to refunded',
		},
		{
			name: 'Invoice Status Changed',
			value: 'invoiceStatusChanged',
			description: 'The status of an invoice changed, for example to paid or overdue',
		},
		{
			name: 'New Charge',
			value: 'newCharge',
			description:
				"A charge was created or, with 'Statuses', has one of these statuses for the first time",
		},
		{ name: 'New Customer', value: 'newCustomer', description: 'A customer was created' },
		{
			name: 'New Order',
			value: 'newOrder',
			description:
				"An order was created or, with 'Statuses', has one of these statuses for the first time",
		},
		{
			name: 'New Payout',
			value: 'newPayout',
			description: "A payout was created or, with 'Status', has this status for the first time",
		},
		{
			name: 'Subscription Status Changed',
			value: 'subscriptionStatusChanged',
			description: 'The status of a subscription changed, for example to active or canceled',
		},
		{
			name: 'Transfer Status Changed',
			value: 'transferStatusChanged',
			description: 'The status of a transfer to a beneficiary changed, for example to paid',
		},
	],
	default: 'newCharge',
	description: 'What starts the workflow',
};

/** The description of the statuses of a change. */
const OF_CHANGES = 'Only changes to one of these statuses. Without it, to any status.';

/** Returns the filters of charges. @param description the meaning of the statuses for the event */
const ofCharges = (description: string) => ({
	location_ids: field.locations('Only charges of these locations'),
	statuses: { ...statuses, noDataExpression: true, description },
});

/**
 * Returns a filter by status.
 *
 * @param name in saved workflows, another one for each event: if the user changes the event, the selected statuses do
 * not stay
 */
const ofStatuses = (name: string, options: INodePropertyOptions[], description = OF_CHANGES) => ({
	statuses: field.choices('Statuses', description, options, { name, noDataExpression: true }),
});

/** Returns the filter by the email address of the customer. @param records their name in the description */
const ofCustomer = (records: string) => ({
	customer_email: {
		...field.email('Customer Email', `Only ${records} of the customer with this email address`),
		required: false,
		noDataExpression: true,
	},
});

const subscriptionStatuses = SUBSCRIPTION_STATUSES.toSorted().map((value) => ({
	name: value[0]!.toUpperCase() + value.slice(1),
	value,
}));

/** The filters of each event, by the names of the Payments API. */
export const eventFilters: Record<Event, field.Parameters> = {
	newCharge: ofCharges('Only charges that have one of these statuses for the first time'),
	chargeStatusChanged: ofCharges(OF_CHANGES),
	newPayout: {
		status: field.choice('Status', 'Only payouts with this status', statusOptions, 'paid', {
			noDataExpression: true,
		}),
	},
	newOrder: ofStatuses(
		'orderStatuses',
		orderStatuses,
		'Only orders that have one of these statuses for the first time',
	),
	invoiceStatusChanged: {
		...ofCustomer('invoices'),
		...ofStatuses('invoiceStatuses', invoiceStatuses),
	},
	subscriptionStatusChanged: {
		...ofCustomer('subscriptions'),
		...ofStatuses('subscriptionStatuses', subscriptionStatuses),
	},
	transferStatusChanged: ofStatuses('transferStatuses', transferStatuses),
	newCustomer: {},
};

/** The filters of a new node. The editor saves filters in any case, so saved workflows keep theirs, or none. */
const presets: Partial<Record<Event, INodeProperties['default']>> = {
	newCharge: { statuses: ['succeeded'] },
};

const filterFields: INodeProperties[] = (Object.keys(eventFilters) as Event[])
	.filter((event) => Object.keys(eventFilters[event]).length > 0)
	.flatMap((event) => {
		const shown = toProperty(filters(eventFilters[event]));
		return shownFor([event], [{ ...shown, default: presets[event] ?? {} }]);
	});

/** How far a poll looks back, in days: by default, and at most. */
export const DEFAULT_LOOK_BACK_DAYS = 30;
export const MAX_LOOK_BACK_DAYS = 365;

const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description:
		'How far the trigger looks back, what starts the workflow, and what is added to records',
	options: [
		calendarDayOption,
		{
			displayName: 'Look Back',
			name: 'lookBack',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1, maxValue: MAX_LOOK_BACK_DAYS },
			default: DEFAULT_LOOK_BACK_DAYS,
			description:
				'The maximum age, in days, of a record that is new or changes. Each poll reads the last two days, once an hour the last seven, once a day all of these days. Invoices, subscriptions and transfers that can still change are watched at any age.',
		},
		{
			displayName: 'Only What Was Not Notified',
			name: 'onlyNotNotified',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description:
				"Whether only records start the workflow of which no Payments Trigger in the same workflow was notified, for example while n8n was down. Needs 'Each Event Once' in that trigger. For New Charge, New Order, New Payout and Transfer Status Changed. A record waits five minutes for its notification. Adds 'event' and 'event_id'.",
		},
	],
};

/** The events for which the default scope may not be sufficient. */
const scopedEvents: Event[] = [
	'invoiceStatusChanged',
	'newCustomer',
	'newOrder',
	'newPayout',
	'transferStatusChanged',
];

/** All parameters except Authentication. */
export const fields: INodeProperties[] = [
	eventField,
	...shownFor(scopedEvents, [scopeNotice]),
	...(Object.keys(lists) as Event[]).flatMap((event) =>
		shownFor([event], outputFields(lists[event].type)),
	),
	...filterFields,
	optionsField,
];

function shownFor(event: Event[], properties: INodeProperties[]): INodeProperties[] {
	return properties.map((property) => ({
		...property,
		displayOptions: { show: { event, ...property.displayOptions?.show } },
	}));
}
