import type { Message, Section } from './message';

/** Reasons why a transfer is not sent, or not confirmed. */
export const transfers = {
	unconfirmed: (amount: string, outcome: string, finding: string, reference: string): Message => ({
		message: `Could not confirm whether ${amount} was transferred`,
		description: `${outcome} ${finding} Before you run this item again, look for the reference ${reference} among the newest transfers with Transfer: Get Many.`,
	}),
	unsuccessful: (transfer: string, status: string): Message => ({
		message: 'HitPay did not send the transfer',
		description: `The Payments API returned the transfer ${transfer} with the status ${status}. Look at it in the dashboard before you run this item again.`,
	}),
	repeatedReference: (reference: string): Message => ({
		message: 'A transfer with this reference was sent before',
		description: `The beneficiary has a transfer with the reference ${reference}, so nothing was sent for this item. Change 'Reference', or turn on 'Allow Repeated Reference'.`,
	}),
	repeatedInPreview: (reference: string, item: string): Message => ({
		message: 'An earlier item of this preview has this reference',
		description: `The ${item} item sends a transfer with the reference ${reference} to the beneficiary, so a real run would send nothing for this item. Change 'Reference', or turn on 'Allow Repeated Reference'.`,
	}),
	maybeRepeatedReference: (reference: string): Message => ({
		message: 'Another transfer with this reference may be sent',
		description: `An earlier item or execution has the reference ${reference} for this beneficiary, and it is not known whether its transfer was sent. So nothing was sent for this item. Look for it among the newest transfers with Transfer: Get Many. Then change 'Reference', or turn on 'Allow Repeated Reference'.`,
	}),
	unknownReference: (reference: string, ids: string): Message => ({
		message: 'It is not known whether a transfer with this reference was sent before',
		description: `The Payments API shows no reference of the transfers to this beneficiary, and some have the same amount: ${ids}. So nothing was sent for this item. Turn on 'Allow Repeated Reference' if none of them is for ${reference}.`,
	}),
	tooManyDecimals: (currency: string, decimals: number): Message => ({
		message: 'The amount has more decimals than its currency',
		description: `An amount of ${currency} has a maximum of ${decimals} decimals, so nothing was sent for this item. Round the amount.`,
	}),
} satisfies Section;

/** The result of a lookup of a transfer: a sentence of the messages above. */
export const transferFindings = {
	unreadable: 'The newest transfers could not be read afterwards.',
	notVisible: 'It is not among the newest transfers so far, but it may still be in progress.',
	unsuccessful: (status: string) => `It is ${status}, so no money was sent.`,
	maybeOther: (ids: string) =>
		`A new transfer to this beneficiary could be this one, or another one: ${ids}.`,
} satisfies Section;
