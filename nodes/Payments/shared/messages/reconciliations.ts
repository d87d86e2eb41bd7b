import type { Message, Section } from './message';
import { remedies } from './requests';

/** Reasons why a payout is not reconciled. */
export const reconciliations = {
	nothingFound: (provider: string): Message => ({
		message: `The payout has neither charges nor transactions at "${provider}"`,
		description:
			"Choose another provider in 'Provider', or raise 'Days Before Payout'. HitPay may not have settled the payout yet: then run the node again later.",
	}),
	nothingPaid: (status: string, provider: string): Message => ({
		message: `The payout is ${status}, and has neither charges nor transactions at "${provider}"`,
		description:
			'The bank did not get the payout, so it may have none. Look at it in the HitPay dashboard.',
	}),
	notPaid: (status: string): Message => ({
		message: `The payout is ${status}, so there is nothing to book`,
		description: "To see its lines, if it has any, set 'Format' to Lines.",
	}),
	otherCurrency: (other: string, currency: string): Message => ({
		message: `The payout in ${currency.toUpperCase()} has a line in ${other.toUpperCase()}, so its lines cannot be added`,
		description: "Set 'Format' to Lines, and look at the lines with a 'check'.",
	}),
	noCurrency: {
		message: 'The payout or one of its transactions has no currency',
		description: remedies.checkEnvironment,
	},
	noAmount: {
		message: 'The payout or one of its transactions has an amount that is not a number',
		description: remedies.checkEnvironment,
	},
} satisfies Section;
