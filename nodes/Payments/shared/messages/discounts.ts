import type { Message, Section } from './message';

/** The reports about discounts and percentages of an invoice, read after the label of a parameter. */
export const discounts = {
	amountOrPercentage: {
		message: "needs either 'Amount' or 'Percentage'",
		description: 'Enter one of the two, and leave the other one empty.',
	},
	percentagesAbove100: {
		message: 'are more than 100 percent in all',
		description: 'Lower the percentages, or remove a discount.',
	},
	discountsAboveSubtotal: (subtotal: string): Message => ({
		message: "are above 'Subtotal'",
		description: `Lower the discounts, or correct 'Subtotal', which is ${subtotal} now.`,
	}),
	subtotalRequired: {
		message: "is required when 'Discounts' or 'Tax Setting ID' is set",
		description: "Add the field 'Subtotal', the amount before discounts and tax.",
	},
	notAfterDiscounts: (expected: string): Message => ({
		message: "is not 'Subtotal' minus 'Discounts'",
		description: `It has to be ${expected}. Correct 'Amount', 'Subtotal' or 'Discounts'. With a tax, add 'Tax Setting ID'.`,
	}),
	percentageEmailed: {
		message: 'cannot be used with a percentage',
		description:
			"HitPay's documents differ in how a percentage is sent, so the total may be another one. Leave it off, and email the invoice with Invoice: Send, which compares the total. Or enter the discount as 'Amount'.",
	},
	otherTotal: (amount: string, expected: string): Message => ({
		message: 'has another total than its percentages leave',
		description: `No email was sent. The total is ${amount}, and it should be ${expected}. HitPay read the percentage in another way: enter each discount as 'Amount' with Invoice: Update.`,
	}),
	totalNotComparable: {
		message: 'has a total that cannot be compared',
		description:
			"No email was sent: an invoice with a percentage is only emailed after its total was compared, which needs its subtotal, and no tax. Enter each discount as 'Amount' with Invoice: Update, or send the invoice in the dashboard.",
	},
} satisfies Section;
