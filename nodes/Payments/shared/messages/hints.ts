import type { Section } from './message';

const charactersOfId =
	'An ID has up to 255 characters, but no / \\ % ? # and no invisible ones, such as a line break.';

/** The remedies for a value: descriptions of the messages in parameters.ts. */
export const hints = {
	amount: 'Enter the amount in major units, only digits and a decimal point, e.g. 1280.50.',
	amountOrMore: (minimum: number) => `Enter an amount of ${minimum} or more.`,
	amountAboveZero: 'Enter an amount above 0.',
	openAmount:
		'Enter what a customer pays. With 0, or without the field, the customer enters the amount.',
	amountToRefund:
		"Enter an amount above 0. To refund everything that remains, set 'Refund' to Remaining Amount.",
	maximumPerCall: 'A person has to set the highest amount that one call can move, in the tool.',
	toolCurrencies:
		'A person has to enter currencies in the tool, separated by commas, e.g. SGD, MYR.',
	allowChanges:
		'A person has to turn it on in the tool, so that an AI agent may use this operation.',
	integer: (minimum: number) => `Enter a whole number of ${minimum} or more.`,
	integerBetween: (minimum: number, maximum: number) =>
		`Enter a whole number from ${minimum} to ${maximum}.`,
	oneOf: (values: string) => `Use one of: ${values}.`,
	percentage: 'Enter a percentage such as 10 or 7.5.',
	someOf: 'Choose at least one, or remove the filter to return all.',
	someField: "Choose at least one, or set 'Output' to Simplified.",
	someMethod: 'Choose at least one method, or remove the field.',
	reference:
		'Its expression returned nothing. Check the expression. To let the node make a reference, it can return an empty text.',
	text: 'Enter text, or check the expression that returns it.',
	entries: 'Add the entries one by one.',
	someProduct: 'Add at least one product.',
	recipients: 'Enter email addresses or customer IDs, separated by commas.',
	pairs: 'Enter a different name and a value for each pair.',
	change: 'Enter a value, or remove the field to keep the current value.',
	notShown: 'HitPay does not show the present value, so the change needs one.',
	someChange: 'Add at least one field, with its new value.',
	id: (source: string) => `${source} ${charactersOfId}`,
	uuid: (source: string) => `${source} It looks like 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11.`,
	duration: 'Enter a number and a unit: minutes, hours or days, e.g. 2 hours.',
	// n8n's picker accepts only a day that is picked: a typed day disappears.
	date: "Pick a day in the calendar and select OK. Or use a date such as 2026-03-01, or an ISO date-time such as 2026-03-01T09:30:00+08:00. For days of a sheet such as 31/12/2026: {{ DateTime.fromFormat($json.date, 'dd/MM/yyyy').toISODate() }}.",
	dateTime: 'Use a date and time such as 2026-03-01T09:30:00, or one with an offset.',
	currency: 'Enter the three letters of the currency, e.g. SGD.',
	webAddress: 'Enter a complete address that begins with https://.',
	email: 'Enter an address such as ann@example.com.',
	userIds: 'Enter user IDs separated by commas. Each is a UUID or a whole number.',
	chargeId:
		"Choose one from the list, which also finds order numbers. Or use the 'id' that Charge: Get Many returns, or the 'payment_id' of a payment request or an event.",
	customerId: "Choose one from the list, or use the 'id' that Customer: Get Many returns.",
	payoutId: "Choose one from the list, or use the 'id' that Payout: Get Many returns.",
	webhookEndpointId:
		"Choose one from the list, or use the 'id' that Webhook Endpoint: Get Many returns.",
	readerId: "Choose one from the list, or use the 'terminal_id' that Reader: Get Many returns.",
	staffId: "Choose one from the list, or use the 'id' that Staff: Get Many returns.",
	transferId: "Choose one from the list, or use the 'id' that Transfer: Get Many returns.",
	virtualAccountId:
		"Choose one from the list, or use the 'id' that Virtual Account: Get Many returns.",
	accountDetails:
		'Fill in the fields of the account. The list next to them loads those of another country.',
	beneficiaryId: "Choose one from the list, or use the 'id' that Beneficiary: Get Many returns.",
	provider: 'Choose one from the list, or enter its name in lower case, e.g. adyen.',
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
	taxSetting:
		"Use the 'tax_setting' of an invoice that has this tax: Invoice: Get returns it with 'Output' set to Raw.",
	refundId: "Use the 'id' that Refund: Create returns.",
	deviceId: 'The dashboard shows it beside the device.',
} satisfies Section;
