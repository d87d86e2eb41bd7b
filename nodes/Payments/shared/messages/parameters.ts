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
	tooManyDecimals: (decimals: number): Message => ({
		message: `has more than ${decimals} decimals`,
		description: 'Round it to the decimals of the currency.',
	}),
	moreDecimalsThanCurrency: (currency: string, decimals: number): Message => ({
		message: 'has more decimals than the currency',
		description: `Round it: an amount of ${currency} has a maximum of ${decimals} decimals.`,
	}),
	moreDecimalsThanUsual: (decimals: number): Message => ({
		message: 'has more decimals than the currency',
		description: `Round it to ${decimals} decimals. For a currency with more decimals, set 'Currency' too.`,
	}),
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
	notDuration: (hint: string): Message => ({ message: 'is not a duration', description: hint }),
	notDate: (hint: string): Message => ({ message: 'is not a date', description: hint }),
	notDateTime: (hint: string): Message => ({
		message: 'is not a date and time',
		description: hint,
	}),
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
	incompleteInvoice: (labels: string): Message => ({
		message: 'was returned without fields that an update needs',
		description: `With Invoice: Update, add ${labels}. To send the invoice, turn on 'Send Email' there.`,
	}),
	partsDoNotAddUp: (sum: string, amount: string): Message => ({
		message: "do not add up to 'Amount'",
		description: `They add up to ${sum}, and 'Amount' is ${amount}. Correct one of them.`,
	}),
	notTogether: (label: string): Message => ({
		message: `cannot be set together with '${label}'`,
		description: 'Remove one of the two.',
	}),
} satisfies Section;

/** The remedies for a value: the descriptions of the messages above. */
export const hints = {
	amount: 'Enter the amount in major units, with a decimal point, e.g. 12.50.',
	amountOrMore: (minimum: number) => `Enter an amount of ${minimum} or more.`,
	amountAboveZero: 'Enter an amount above 0.',
	amountToRefund:
		"Enter an amount above 0. To refund everything that remains, set 'Refund' to Remaining Amount.",
	integer: (minimum: number) => `Enter a whole number of ${minimum} or more.`,
	integerBetween: (minimum: number, maximum: number) =>
		`Enter a whole number from ${minimum} to ${maximum}.`,
	oneOf: (values: string) => `Use one of: ${values}.`,
	percentage: 'Enter a percentage such as 10 or 7.5.',
	someOf: 'Choose at least one, or remove the filter to return all.',
	someField: "Choose at least one, or set 'Output' to Simplified.",
	someMethod: 'Choose at least one method, or remove the field.',
	text: 'Enter text, or check the expression that returns it.',
	entries: 'Add the entries one by one.',
	someProduct: 'Add at least one product.',
	recipients: 'Enter email addresses or customer IDs, separated by commas.',
	pairs: 'Enter a different name and a value for each pair.',
	change: 'Enter a value, or remove the field to keep the current value.',
	someChange: 'Add at least one field, with its new value.',
	uuid: (source: string) => `${source} It looks like 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11.`,
	duration: 'Enter a number and a unit: minutes, hours or days, e.g. 2 hours.',
	// n8n's picker accepts only a day that is picked: a typed day disappears.
	date: 'Pick a day in the calendar and select OK. Or use a date such as 2026-03-01, or an ISO date-time such as 2026-03-01T09:30:00+08:00.',
	dateTime: 'Use a date and time such as 2026-03-01T09:30:00, or one with an offset.',
	currency: 'Enter the three letters of the currency, e.g. SGD.',
	webAddress: 'Enter a complete address that begins with https://.',
	email: 'Enter an address such as ann@example.com.',
	userIds: 'Enter user IDs separated by commas. Each is a UUID or a whole number.',
	chargeId: "Choose one from the list, or use the 'id' that Charge: Get Many returns.",
	customerId: "Choose one from the list, or use the 'id' that Customer: Get Many returns.",
	payoutId: "Choose one from the list, or use the 'id' that Payout: Get Many returns.",
	transferId: "Choose one from the list, or use the 'id' that Transfer: Get Many returns.",
	beneficiaryId:
		"Use the 'beneficiary_id' that Transfer: Get Many returns, with 'Output' set to Selected Fields.",
	provider: 'Choose one from the list, or enter its name, e.g. adyen.',
	planId: "Choose one from the list, or use the 'id' that Plan: Get Many returns.",
	invoiceId: "Choose one from the list, or use the 'id' that Invoice: Create returns.",
	paymentRequestId:
		"Choose one from the list, or use the 'id' that Payment Request: Create returns.",
	locationId: "Choose one from the list, or use the 'id' that Location: Get Many returns.",
	locationIds: "Choose them from the list, or use the 'id' that Location: Get Many returns.",
	orderId: "Choose one from the list, or use the 'id' that Order: Get Many returns.",
	productId: "Choose one from the list, or use the 'id' that Product: Get Many returns.",
	productCategoryId:
		"Choose one from the list, or use the 'id' that Product Category: Get Many returns.",
	productCategoryIds:
		"Choose them from the list, or use the 'id' that Product Category: Get Many returns.",
	subscriptionId: "Choose one from the list, or use the 'id' that Subscription: Create returns.",
	staticQrId: "Choose one from the list, or use the 'id' that Static QR: Get Many returns.",
	activeLocation:
		'Deactivate the location in the HitPay dashboard, then run the node again. Only an inactive location can be deleted.',
	paidRequest:
		'A payment request that was paid cannot be deleted. To return the money, use Refund: Create.',
	refundId: "Use the 'id' that Refund: Create returns.",
	deviceId: 'The dashboard shows it beside the device.',
} satisfies Section;
