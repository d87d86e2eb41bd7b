import type { Message, Section } from './message';
import { remedies } from './requests';

const repeated = (observation: string): Message => ({
	message: 'The Payments API repeats pages, so the list would never end',
	description: `${observation} Set a limit, or lower the one that is set, or narrow the list with filters. Contact HitPay's support.`,
});

/** Reasons why a list is not read. */
export const lists = {
	noList: {
		message: 'The response contains no list of records',
		description: remedies.checkEnvironment,
	},
	noProduct: {
		message: "'Product' has no value, so its variations cannot be listed",
		description:
			"Choose 'Product' first. If it is an expression, run the nodes before this one, or enter the ID of the variation.",
	},
	refundsNotListed: {
		message: 'The Payments API does not list the refunds of this charge',
		description:
			'The charge was refunded, in full or in part. Charge: Get returns its refunded_amount, and Refund: Get a refund by its ID.',
	},
	chargesNotFound: (times: number): Message => ({
		message: 'No charge shows that it was made for this subscription',
		description: `By its times_charged, the subscription was charged: ${times}. Use Charge: Get Many with the email address of the customer in 'Search'.`,
	}),
	cursorRepeated: (page: number) =>
		repeated(`The cursor of page ${page} leads back to an earlier page.`),
	noNewRecords: (pages: number) => repeated(`${pages} pages in a row contained no new records.`),
	pageRepeated: (page: number) => repeated(`Page ${page} begins like an earlier page.`),
	otherPage: (requested: number, returned: number) =>
		repeated(`Page ${requested} was requested, page ${returned} was returned.`),
	tooLong: (maximum: number): Message => ({
		message: `The list has more than ${maximum.toLocaleString('en')} records, which is the maximum for one item`,
		description:
			'Narrow the list with filters. If it has filters by day, list one month for each item: enter the first and the last day of the month with expressions. n8n takes no more records from one item.',
	}),
	changing: (reads: number): Message => ({
		message: 'The list kept changing while it was read',
		description: `Records were deleted meanwhile, or the Payments API leaves some out. The list was read ${reads} times, and records could still be missing. Run the node again at a quieter time, or set a limit. If one is set, lower it.`,
	}),
} satisfies Section;
