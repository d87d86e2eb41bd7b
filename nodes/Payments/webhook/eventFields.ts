import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { accountEvents } from '../shared/events/kinds';

const completed = {
	name: 'Payment Completed',
	value: 'payment.completed',
	description: 'A customer paid',
};
const failed = {
	name: 'Payment Failed',
	value: 'payment.failed',
	description: 'A payment failed. The customer of a payment request can try again.',
};
const pending = {
	name: 'Payment Pending',
	value: 'payment.pending',
	description: 'A payment is in progress: nothing is paid yet',
};
const refund = {
	name: 'Refund',
	value: 'refund',
	description: 'A refund was made or its status changed, e.g. to failed: check its status',
};

/** A new charge with the status of one that was paid: in this mode, HitPay has no event for it. */
const paid = {
	name: 'Charge Paid',
	value: 'charge.paid',
	description:
		"A customer paid in any way: on a checkout page, with a static QR code or at a point of sale. In the output, 'event' is charge.created.",
};

/** In this mode, HitPay reports them of payment requests only. */
const ofRequests = {
	completed: {
		...completed,
		description:
			'A payment request was paid. For all payments, e.g. with a static QR code, select Charge Paid.',
	},
	failed: {
		...failed,
		description: 'A payment of a payment request failed. For all payments, select Charge Failed.',
	},
};

/**
 * Returns the parameter of one mode, with the events that can occur in it.
 *
 * With `/mode` in place of `mode`, the editor keeps the selected events when the mode changes: it resets each list whose
 * display depends on the parameter by that name, since it looks for the whole selection among the options.
 */
function eventsField(
	mode: string,
	options: INodePropertyOptions[],
	byDefault: string[],
): INodeProperties {
	return {
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { '/mode': [mode] } },
		options,
		default: [...byDefault],
		description:
			"Which events start the workflow. Events of other kinds always start it, with 'event' set to unknown.",
	};
}

/** The events that can occur in each mode, and those that are selected by default. */
const byMode: Array<[mode: string, options: INodePropertyOptions[], byDefault: string[]]> = [
	['requests', [completed, failed, pending, refund], ['payment.completed', 'refund']],
	['link', [completed, failed, pending], ['payment.completed']],
	[
		'account',
		// By name, so that the events of one kind of record are together.
		[...accountEvents, paid, ofRequests.completed, ofRequests.failed, refund].sort((one, other) =>
			one.name.localeCompare(other.name, 'en'),
		),
		['charge.paid', 'refund'],
	],
];

/** Which events start the workflow, by mode. */
export const eventFields: INodeProperties[] = byMode.map((one) => eventsField(...one));

/** Returns whether an event can occur in a mode: an expression may select any. */
export function canOccur(mode: unknown, event: string): boolean {
	return optionsOf(mode).some(({ value }) => value === event);
}

/** Returns the labels of the selected events that occur in other modes only. */
export function ofOtherModes(mode: unknown, events: unknown[]): string[] {
	const all = new Map(byMode.flatMap(([, options]) => options.map((one) => [one.value, one.name])));
	return events.flatMap((one) => {
		const event = one as string;
		return all.has(event) && !canOccur(mode, event) ? [all.get(event)!] : [];
	});
}

function optionsOf(mode: unknown): INodePropertyOptions[] {
	return byMode.find(([name]) => name === mode)?.[1] ?? [];
}
