import type { Message, Section } from './message';
import { remedies } from './requests';

/** The messages of the Payments Poll Trigger. */
export const pollingMessages = {
	noSamples: (records: string): Message => ({
		message: `There are no ${records} to return as samples`,
		description: `The trigger works as soon as the workflow is published. For samples, remove filters, or use an account that has ${records}.`,
	}),
	recordNotComparable: {
		message: 'The Payments API returned a record without an ID or a status',
		description: remedies.checkEnvironment,
	},
	eventNotNotified: {
		message: "'Only What Was Not Notified' does not work with this 'Event'",
		description:
			'Select New Charge, New Order, New Payout or Transfer Status Changed, or remove the option. Of other events, a list does not show whether a change was notified.',
	},
	chargeStatusNotNotified: {
		message: "With 'Only What Was Not Notified', 'Statuses' can only have Succeeded and Failed",
		description:
			'Select one of these, or both. A charge that was refunded after its payment counts as succeeded.',
	},
	statusNotNotified: {
		message: "'Only What Was Not Notified' does not work with a filter by status",
		description:
			"Remove the filter: HitPay notifies the creation of a record, whatever its status is later. To select a status, put n8n's Filter node behind the trigger.",
	},
} satisfies Section;
