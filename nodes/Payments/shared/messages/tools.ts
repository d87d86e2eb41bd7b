import type { Message, Section } from './message';

/** Reasons why a call of an AI agent is refused. The model reads them. */
export const toolMessages = {
	aboveMaximum: (amount: string, maximum: string): Message => ({
		message: `${amount} is above 'Maximum per Call'`,
		description: `This tool moves up to ${maximum} in one call, so nothing was sent for this item. Do not split the amount. Ask a person to do it in the HitPay dashboard, or to raise 'Maximum per Call' in the tool.`,
	}),
	otherCurrency: (amount: string, currencies: string): Message => ({
		message: `The currency of ${amount} is not among 'Currencies'`,
		description: `This tool moves ${currencies} only, so nothing was sent for this item. Ask a person to do it in the HitPay dashboard, or to add the currency to 'Currencies' in the tool.`,
	}),
	cannotWait: {
		message: 'An agent cannot wait for a payment, so this operation cannot be used as a tool',
		description: 'Use Create, and look the payment up with Get.',
	} satisfies Message,
} satisfies Section;
