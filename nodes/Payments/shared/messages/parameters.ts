import { decimals } from './decimals';
import { discounts } from './discounts';
import type { Message, Section } from './message';

/** The reports of validation, read after the label of a parameter: 'Amount' is not a number. */
export const parameters = {
	empty: (hint: string): Message => ({ message: 'is empty', description: hint }),
	returnedNothing: {
		message: 'is empty',
		description: 'Its expression returned nothing. Check the expression, or remove the filter.',
	},
	emptyFilter: {
		message: 'is empty',
		description: 'Enter a value, or remove the filter.',
	},
	notText: {
		message: 'is not text',
		description: 'Choose one field of the object in the expression.',
	},
	inexactNumber: {
		message: 'is a number of more than 15 digits',
		description: 'Some of them may be lost already. Enter it as text.',
	},
	tooLong: (characters: number): Message => ({
		message: `is longer than ${characters} characters`,
		description: 'Shorten it.',
	}),
	notId: (hint: string): Message => ({ message: 'is not an ID', description: hint }),
	malformedId: (hint: string): Message => ({ message: 'is not a valid ID', description: hint }),
	notUserId: (hint: string): Message => ({
		message: 'is not a valid user ID',
		description: hint,
	}),
	notList: (hint: string): Message => ({ message: 'is not a list', description: hint }),
	notNumber: (hint: string): Message => ({ message: 'is not a number', description: hint }),
	notIntegerFrom: (minimum: number, hint: string): Message => ({
		message: `is not a whole number of ${minimum} or more`,
		description: hint,
	}),
	notIntegerBetween: (minimum: number, maximum: number, hint: string): Message => ({
		message: `is not a whole number from ${minimum} to ${maximum}`,
		description: hint,
	}),
	belowZero: (hint: string): Message => ({ message: 'is below zero', description: hint }),
	below: (minimum: number, hint: string): Message => ({
		message: `is below ${minimum}`,
		description: hint,
	}),
	zero: (hint: string): Message => ({ message: 'is zero', description: hint }),
	above: (maximum: number): Message => ({
		message: `is above ${maximum}`,
		description: `Enter an amount of ${maximum} or less.`,
	}),
	...decimals,
	...discounts,
	notCurrency: (hint: string): Message => ({ message: 'is not a currency', description: hint }),
	unknownValue: (hint: string): Message => ({
		message: 'is not a known value',
		description: hint,
	}),
	notPairs: (hint: string): Message => ({
		message: 'is not a list of pairs',
		description: hint,
	}),
	reservedName: {
		message: 'contains a reserved name',
		description: 'Choose another name for the pair.',
	},
	tooManyPairs: (maximum: number): Message => ({
		message: `has more than ${maximum} pairs`,
		description: 'Remove some of them.',
	}),
	repeatedName: {
		message: 'has the same name twice',
		description: 'Enter a different name for each pair.',
	},
	notParts: {
		message: 'does not have the expected parts',
		description: 'Add the parts one by one.',
	},
	incompleteAddress: (labels: string): Message => ({
		message: 'is not complete',
		description: `Add ${labels}, or remove the address.`,
	}),
	waitTooLong: (days: number): Message => ({
		message: `is longer than ${days} days`,
		description: 'Enter a shorter time.',
	}),
	notDuration: (hint: string): Message => ({ message: 'is not a duration', description: hint }),
	notDate: (hint: string): Message => ({ message: 'is not a date', description: hint }),
	notDateTime: (hint: string): Message => ({
		message: 'is not a date and time',
		description: hint,
	}),
	notTimezone: {
		message: 'is not a time zone',
		description:
			'Select another one in the settings of the workflow. The default is that of n8n, GENERIC_TIMEZONE.',
	},
	endsBeforeStart: (label: string): Message => ({
		message: `is before '${label}'`,
		description: 'Swap the two values, or correct one of them.',
	}),
	notWebAddress: (hint: string): Message => ({
		message: 'is not a web address',
		description: hint,
	}),
	webAddressTooLong: (characters: number): Message => ({
		message: `is longer than ${characters} characters`,
		description: 'Use a shorter address.',
	}),
	malformedRecipient: (hint: string): Message => ({
		message: 'is neither an email address nor a customer ID',
		description: hint,
	}),
	notEmail: (hint: string): Message => ({
		message: 'is not an email address',
		description: hint,
	}),
	notBoolean: { message: 'is neither true nor false', description: 'Use true or false.' },
	switchedOff: (hint: string): Message => ({ message: 'is not on', description: hint }),
	notFieldName: {
		message: 'is not a field name',
		description: 'Use letters, digits, - and _, e.g. data.',
	},
	currencyRequired: {
		message: "is required when 'Amount' is set",
		description: "Add the field 'Currency', e.g. SGD, or remove 'Amount'.",
	},
	repeatRequired: {
		message: "is required when 'Cycle' is Custom",
		description: 'Enter how many units one cycle has, e.g. 2 for every 2 weeks.',
	},
	frequencyRequired: {
		message: "is required when 'Cycle' is Custom",
		description: 'Choose days, weeks, months or years.',
	},
	fixedDateRequired: {
		message: "is required when 'Start Date' is Fixed Date",
		description: "Add the field 'Day of Month', from 1 to 28.",
	},
	onlyForCustomCycle: (label: string): Message => ({
		message: "applies only when 'Cycle' is Custom",
		description: `Remove '${label}', or choose Custom as 'Cycle'.`,
	}),
	notPercentage: (hint: string): Message => ({
		message: 'is not a percentage above 0, up to 100',
		description: hint,
	}),
	incompleteInvoice: (labels: string): Message => ({
		message: `was returned without ${labels}, which HitPay needs to change or send it`,
		description:
			"Enter the missing values with Invoice: Update. To send the invoice, turn on 'Send Email' there.",
	}),
	partsDoNotAddUp: (sum: string, amount: string): Message => ({
		message: "do not add up to 'Amount'",
		description: `They add up to ${sum}, and 'Amount' is ${amount}. Correct one of them.`,
	}),
	noSuchVariation: {
		message: 'is not a variation of the product',
		description: 'Choose one of its list, or use an ID in its variations, from the operation Get.',
	},
	ofVariations: {
		message: 'is not that of a product with variations',
		description: "Each of them has a quantity of its own: enter it in 'Variations'.",
	},
	changedTwice: {
		message: 'is changed twice',
		description: 'Change each field of a variation in one entry only.',
	},
	notTogether: (label: string): Message => ({
		message: `cannot be set together with '${label}'`,
		description: 'Remove one of the two.',
	}),
} satisfies Section;
