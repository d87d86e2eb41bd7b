import type { INodeProperties } from 'n8n-workflow';

import { statusesOptions } from '../resources/charge/getMany';
import { listedChargeRecord } from '../resources/charge/record';
import { statusOptions } from '../resources/payout/getMany';
import { payoutRecord } from '../resources/payout/record';
import { filters } from '../shared/collections';
import { calendarDayOption } from '../shared/options';
import { locationsField } from '../shared/location';
import { outputFields } from '../shared/output';

/** What a poll can look for. */
export type Event = 'chargeStatusChanged' | 'newCharge' | 'newPayout';

const ofCharges: Event[] = ['chargeStatusChanged', 'newCharge'];
const ofPayouts: Event[] = ['newPayout'];

/** What it looks for. Without expressions: what changes from poll to poll would begin anew each time. */
export const eventField: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Charge Status Changed',
			value: 'chargeStatusChanged',
			description: 'A charge that was there has another status now, such as refunded',
		},
		{
			name: 'New Charge',
			value: 'newCharge',
			description: "A payment is there, or with 'Statuses' it has one of them for the first time",
		},
		{
			name: 'New Payout',
			value: 'newPayout',
			description: "A payout is there, or with 'Status' it has that one for the first time",
		},
	],
	default: 'newCharge',
	description: 'What starts the workflow',
};

/** What narrows it down, by event; both are read by polling/wanted.ts. */
export const filterFields: INodeProperties[] = [
	{
		...filters([
			locationsField,
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				noDataExpression: true,
				options: statusesOptions,
				default: [],
				description: 'Only charges once they have one of these statuses',
			},
		]),
		displayOptions: { show: { event: ofCharges } },
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
				description: 'Only payouts once they have this status',
			},
		]),
		displayOptions: { show: { event: ofPayouts } },
	},
];

/** How far back it looks, in days, unless the options say otherwise; and how far at most. */
export const LOOK_BACK = 30;
export const LONGEST_LOOK_BACK = 365;

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
			typeOptions: { minValue: 1, maxValue: LONGEST_LOOK_BACK },
			default: LOOK_BACK,
			description:
				'How many days old a record may be when it shows up or changes. The last two days are read with every poll, all of these days once an hour.',
		},
	],
};

/** All parameters but Authentication. */
export const fields: INodeProperties[] = [
	eventField,
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
