import type { INodeProperties } from 'n8n-workflow';

import { outputFields } from '../output/recordType';
import { listedChargeRecord } from '../resources/charge/record';
import { statusOptions } from '../resources/payout/getMany';
import { payoutRecord } from '../resources/payout/record';
import { chargeStatusesField } from '../shared/fields/chargeStatuses';
import { filters } from '../shared/fields/collections';
import { locationsField } from '../shared/fields/location';
import { scopeNotice } from '../shared/fields/notice';
import { calendarDayOption } from '../shared/fields/options';

/** The events that a poll can detect. */
export type Event = 'chargeStatusChanged' | 'newCharge' | 'newPayout';

const ofCharges: Event[] = ['chargeStatusChanged', 'newCharge'];
const ofPayouts: Event[] = ['newPayout'];

/** The event. Without expressions: a value that changes between polls would discard the recorded state. */
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
			name: 'New Charge',
			value: 'newCharge',
			description:
				"A charge was created or, with 'Statuses', has one of these statuses for the first time",
		},
		{
			name: 'New Payout',
			value: 'newPayout',
			description: "A payout was created or, with 'Status', has this status for the first time",
		},
	],
	default: 'newCharge',
	description: 'What starts the workflow',
};

/** Returns the filters of charges. @param statuses what the statuses mean for the event */
const chargeFilters = (statuses: string) =>
	filters([
		locationsField,
		{ ...chargeStatusesField, noDataExpression: true, description: statuses },
	]);

/** The filters of each event; polling/parameters.ts reads them. */
const filterFields: INodeProperties[] = [
	{
		...chargeFilters('Only charges that have one of these statuses for the first time'),
		// In a new node. The editor saves filters in any case, so saved workflows keep theirs, or none.
		default: { statuses: ['succeeded'] },
		displayOptions: { show: { event: ['newCharge'] satisfies Event[] } },
	},
	{
		...chargeFilters('Only changes to one of these statuses. Without it, to any status.'),
		displayOptions: { show: { event: ['chargeStatusChanged'] satisfies Event[] } },
	},
	{
		...filters([
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				noDataExpression: true,
				options: statusOptions,
				default: 'paid',
				description: 'Only payouts with this status',
			},
		]),
		displayOptions: { show: { event: ofPayouts } },
	},
];

/** How far a poll looks back, in days: by default, and at most. */
export const DEFAULT_LOOK_BACK_DAYS = 30;
export const MAX_LOOK_BACK_DAYS = 365;

const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'How far the trigger looks back, and what is added to records',
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
				'The maximum age, in days, of a record that is new or changes. Each poll reads the last two days. Once an hour, a poll reads all of these days.',
		},
	],
};

/** All parameters except Authentication. */
export const fields: INodeProperties[] = [
	eventField,
	...shownFor(ofPayouts, [scopeNotice]),
	...shownFor(ofCharges, outputFields(listedChargeRecord)),
	...shownFor(ofPayouts, outputFields(payoutRecord)),
	...filterFields,
	optionsField,
];

function shownFor(event: Event[], properties: INodeProperties[]): INodeProperties[] {
	return properties.map((property) => ({
		...property,
		displayOptions: { show: { event, ...property.displayOptions?.show } },
	}));
}
