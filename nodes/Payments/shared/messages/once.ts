import type { Message, Section } from './message';

/** The outcome of a request that must not be sent twice: sentences of the messages of its operation. */
export const once = {
	status: (status: number) => `The Payments API returned the status ${status}.`,
	statusWith: (status: number, words: string) =>
		`The Payments API returned the status ${status}. ${words}.`,
	unusable: (response: string) => `${response}.`,
	unexpected: 'The response contained another record.',
	connectionLost: (code: string) => `The connection was lost (${code}).`,
	responseLost: 'The response was lost.',
	noToken: 'The access token was not renewed.',
	notRead: 'Nothing could be looked up.',
	notAgainYet:
		'It was not sent again yet: run this item again in a minute, after a lookup shows that nothing was made.',
	mayReachCustomer:
		'It was not sent again, since the first request may have reached the customer by email, by text message or at a reader.',
	neverAgain:
		'It was not sent again, since the credential cannot look up whether something was made.',
} satisfies Section;

/** Reasons why an update or a deletion is not sent. */
export const updates = {
	unconfirmed: (outcome: string, reason: string): Message => ({
		message: 'Could not confirm whether it was changed',
		description: `${outcome} ${reason} Look the record up before you run this item again.`,
	}),
	unconfirmedCommand: (outcome: string): Message => ({
		message: 'Could not confirm whether the reader received the command',
		description: `${outcome} Look at the reader before you run this item again.`,
	}),
	/** @param workflow its name */
	triggerLink: (workflow: string): Message => ({
		message: `This is the payment link of a Payments Trigger, in the workflow '${workflow}'`,
		description:
			'Customers could no longer pay with it. To delete it, unpublish that workflow. If the workflow no longer exists, delete the link in the HitPay dashboard.',
	}),
	unconfirmedDeletion: (outcome: string, reason: string): Message => ({
		message: 'Could not confirm whether it was deleted',
		description: `${outcome} ${reason} Look the record up before you run this item again.`,
	}),
} satisfies Section;
