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
} satisfies Section;
