import type { Message, Section } from './message';
import { remedies } from './requests';

const lookAtCharges =
	'Before you run this item again, look for it among the newest charges with Charge: Get Many. With Charge: Get, a charge of this subscription has its ID as target_id.';

/** Reasons why a subscription is not charged. */
export const charges = {
	unconfirmed: (
		amount: string,
		outcome: string,
		finding: string,
		subscription: string,
	): Message => ({
		message: `Could not confirm whether ${amount} was charged`,
		description: `${outcome} ${finding} ${lookAtCharges} The ID is ${subscription}.`,
	}),
	unsuccessful: (charge: string, status: string): Message => ({
		message: 'HitPay did not charge the payment method',
		description: `The Payments API returned the charge ${charge} with the status ${status}, so no money was taken. Before you run this item again, send the customer the 'url' of the subscription to save another payment method.`,
	}),
	noSavedMethod: (url: string): Message => ({
		message: 'The subscription has no saved payment method',
		description: `No money was taken. Send the customer the 'url' of the subscription to save one, then run this item again. ${url}`,
	}),
	ended: (status: string): Message => ({
		message: `The subscription has ended: it is ${status}`,
		description:
			"No money was taken. Leave the customer out. Or create another one with Subscription: Create, and send the customer its 'url' to save a payment method.",
	}),
	otherSubscription: {
		message: 'The Payments API did not return the subscription to charge',
		description: remedies.checkEnvironment,
	},
} satisfies Section;

/** The state of the subscription before a charge: a sentence of the message above. */
export const chargedBefore = {
	times: (times: string, total: string) =>
		`Before, times_charged of the subscription was ${times}, and total_charge ${total}.`,
} satisfies Section;

/** The result of a lookup of a charge: a sentence of the messages above. */
export const chargeFindings = {
	unreadable: 'The newest charges could not be read afterwards.',
	notAllowed: 'The credential cannot read charges.',
	notVisible: 'It is not among the newest charges so far, but it may still be in progress.',
	several: (ids: string) => `Several new charges of the subscription have this amount: ${ids}.`,
	maybeEarlier: (id: string) =>
		`The subscription has a new charge of this amount, which may be an earlier one: ${id}.`,
	madeBefore: (ids: string) => `Charges of this amount seem to be from before the request: ${ids}.`,
	maybeOther: (ids: string) =>
		`A new charge of this amount could be this one, or that of another customer: ${ids}.`,
	otherTotal: (times: string, total: string) =>
		`Now they are ${times} and ${total}, so something was charged.`,
	otherCount: (times: string) =>
		`Now total_charge of the subscription is ${times}, so something was charged.`,
} satisfies Section;
