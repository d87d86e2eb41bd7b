import { rounding } from './decimals';
import type { Message, Section } from './message';
import { remedies } from './requests';

const noRemainingAmount = 'Could not determine the remaining amount, so no refund was sent';
const enterAmount = "set 'Refund' to Partial Amount and enter the amount.";
/** Reasons why a refund is not sent. */
export const refunds = {
	unconfirmed: (
		amount: string,
		outcome: string,
		finding: string,
		charge: string,
		before: string,
		after: string,
		remedy: string,
	): Message => ({
		message: `Could not confirm whether ${amount} was refunded`,
		description: `${outcome} Before, ${before} of the charge ${charge} was refunded. ${finding} With this refund, its refunded_amount is ${after} or more. ${remedy}`,
	}),
	unconfirmedOfUnknownCharge: (amount: string, outcome: string, finding: string): Message => ({
		message: `Could not confirm whether ${amount} was refunded`,
		description: `${outcome} ${finding} ${refundRemedies.lookAtCharge}`,
	}),
	otherCharge: {
		message: 'The Payments API did not return the charge to refund',
		description: remedies.checkEnvironment,
	},
	unsuccessful: (refund: string, status: string): Message => ({
		message: 'HitPay did not make the refund',
		description: `The Payments API returned the refund ${refund} with the status ${status}. Look at the charge in the dashboard before you run this item again.`,
	}),
	notPaid: (status: string, remedy: string): Message => ({
		message: 'The charge did not succeed, so there is nothing to refund',
		description: `The charge has the status ${status}, so nothing was sent for this item. ${remedy}`,
	}),
	alreadyRefunded: (total: string, remedy: string): Message => ({
		message: 'The charge is already fully refunded',
		description: `Nothing of its ${total} is left, so nothing was sent for this item. ${remedy}`,
	}),
	aboveRemaining: (total: string, remaining: string): Message => ({
		message: "'Amount' is above the remaining amount of the charge",
		description: `Of its ${total}, ${remaining} can still be refunded, so nothing was sent for this item. Lower 'Amount' to ${remaining} or less.`,
	}),
	aboveTotal: (total: string): Message => ({
		message: "'Amount' is above the remaining amount of the charge",
		description: `The charge is ${total}, so nothing was sent for this item. Lower 'Amount' to ${total} or less.`,
	}),
	tooManyDecimals: (label: string, currency: string, decimals: number): Message => ({
		message: `'${label}' has more decimals than the currency`,
		description: `An amount of ${currency} has a maximum of ${decimals} decimals, so nothing was sent for this item. Round '${label}'. ${rounding(decimals)}`,
	}),
	tooManyDecimalsOfUnknownCurrency: (label: string, decimals: number): Message => ({
		message: `'${label}' has more decimals than the currency`,
		description: `The currency of the charge is unknown. Its amounts have a maximum of ${decimals} decimals, so nothing was sent for this item. Round '${label}'. ${rounding(decimals)}`,
	}),
	chargeNotFound: {
		message: 'The charge to refund was not found',
		description:
			"Nothing was sent for this item. Check 'Charge': a payment request must be paid, and only once. If it was paid just now, run this item again in a minute.",
	},
	chargeNotReadable: {
		message: 'The credential may not read the charge, so no refund was sent',
		description: `The amount cannot be checked. With OAuth2, 'Scope' in the credential must include payments or payments:read. Without it, only a partial amount without decimals can be refunded: ${enterAmount}`,
	},
	refundedBy: (item: string) => `The ${item} item of this execution refunded it.`,
	refundedInPreview: (item: string): Message => ({
		message: 'An earlier item of this preview refunds all that remains of the charge',
		description: `The ${item} item refunds it, so a real run would send nothing for this item.`,
	}),
	totalAboveCharge: (total: string): Message => ({
		message: "'Total' is above the amount of the charge",
		description: `The charge is ${total}, so nothing was sent for this item. Lower 'Total' to ${total} or less.`,
	}),
	pending: (amount: string, charge: string): Message => ({
		message: 'A refund of the charge is still pending',
		description: `${amount} of the charge ${charge} is being refunded, but its refunded_amount does not contain that yet. What remains is not certain, so nothing was sent for this item. Run this item again once the refund is complete, or ${enterAmount}`,
	}),
	noRefundedAmount: (charge: string): Message => ({
		message: noRemainingAmount,
		description: `The charge ${charge} does not contain how much of it is refunded. Look it up in the dashboard, then ${enterAmount}`,
	}),
} satisfies Section;

/** Remedies for a charge that cannot be refunded: a sentence of the messages above. */
export const refundRemedies = {
	lookAtCharge:
		"Look at the charge with Charge: Get before you run this item again, or set 'Refund' to Up to a Total, which sends only what is missing.",
	runAgain: 'Run this item again in a minute, since Up to a Total sends only what is missing.',
	oneItem: "Choose another 'Charge'.",
	severalItems: 'Leave the item out.',
	continuing: 'There is nothing to do for this item.',
} satisfies Section;

/** Reasons why a record is not created. */
export const creations = {
	unconfirmed: (outcome: string, finding: string): Message => ({
		message: 'Could not confirm whether it was created',
		description: `${outcome} ${finding} Look it up in the dashboard before you run this item again.`,
	}),
	notUpdated: (id: string, outcome: string): Message => ({
		message: 'Could not confirm whether it was created',
		description: `The customer ${id} was found afterwards, so this item may have created it. Its update failed: ${outcome} Run this item again to update the customer.`,
	}),
	/** The remedy after the words of the API. */
	hasVirtualAccount:
		"The business has one for each payment method already. Virtual Account: Get Many returns its number as 'reference'.",
	several: (ids: string): Message => ({
		message: "Several customers have this 'Email', so nothing was sent",
		description: `Their IDs are ${ids}. Change the right one with Customer: Update, or delete the others.`,
	}),
	withoutId: {
		message: "The customer with this 'Email' has no ID that the node can use, so nothing was sent",
		description: remedies.checkEnvironment,
	},
} satisfies Section;

/** The result of a lookup of a write: a sentence of the messages above. */
export const findings = {
	outdated: 'The Payments API returned an older state of the charge.',
	recordWithoutId: 'The list shows it without an ID that the node can use.',
	recordOutdated: 'The Payments API returned an older version of the record.',
	chargeUnreadable: 'The charge could not be read afterwards.',
	severalRefunds: 'It now lists several refunds of this amount.',
	maybeEarlier: 'It now shows a refund of this amount, which may be an earlier one.',
	madeBefore: 'It now lists a refund of this amount that was made before.',
	noRefundedAmount: 'It no longer contains how much of it is refunded.',
	otherRefund: (refunded: string) =>
		`Now ${refunded} of it is refunded, so there was another refund.`,
	refundNotVisible: 'That has not changed, but the refund may still be in progress.',
	listUnreadable: 'The list of these records could not be read.',
	recordNotVisible: 'It is not in the list so far, but it may still be in progress.',
	manyRecords: 'The list shows more new records than one page.',
	recordUnreadable: 'The record could not be read afterwards.',
	recordNotFound: 'The record was not found afterwards, which alone does not prove the deletion.',
	stillThere: 'It was still there, but the deletion may still be in progress.',
	severalRecords: (ids: string) => `A new record could be this one, or a similar one: ${ids}.`,
} satisfies Section;
