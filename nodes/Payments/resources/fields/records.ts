import { hints } from '../../shared/messages/hints';
import { parameters } from '../../shared/messages/parameters';
import { currency as currencyRule, id, text, uuid, uuids, type Rule } from '../../validation/rules';
import type { More, Parameter } from './parameter';

/**
 * A parameter that selects a record; the operation describes its purpose if it is not simply the record of the operation.
 * Operations with the same description share the parameter: n8n evaluates its expression once for each parameter of its
 * name, shown or not.
 */
type RecordParameter = (description?: string, more?: More<string>) => Parameter<string>;

/** The second way to select a record, beside the list. */
const BY_ID = { displayName: 'By ID', placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11' };

/**
 * A parameter that selects a record from a searchable list, or by its ID.
 *
 * @param what as in `Select a charge...`
 * @param searchListMethod the list, by its name in `methods.listSearch` of the node
 * @param rule for the ID
 * @param options.name in saved workflows, where keys differ
 * @param options.purpose in place of `The charge that the operation applies to`
 */
function record(
	displayName: string,
	what: string,
	searchListMethod: string,
	rule: Rule<string>,
	{ name, byId = BY_ID, purpose }: { name?: string; byId?: typeof BY_ID; purpose?: string } = {},
): RecordParameter {
	const own = purpose ?? `The ${what.replace(/^an? /, '')} that the operation applies to`;
	return (description = own, more) => ({
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${what}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ name: 'id', type: 'string', ...byId },
		],
		description,
		rule,
		...more,
	});
}

/** No source states that the ID of a beneficiary is a UUID in each request. */
export const beneficiary = record(
	'Beneficiary',
	'a beneficiary',
	'searchBeneficiaries',
	id(hints.beneficiaryId),
	{ name: 'beneficiaryId' },
);
export const charge = record('Charge', 'a charge', 'searchCharges', uuid(hints.chargeId));
export const customer = record('Customer', 'a customer', 'searchCustomers', uuid(hints.customerId));
export const inactiveLocation = record(
	'Location',
	'an inactive location',
	'searchInactiveLocations',
	uuid(hints.locationId),
	{ name: 'locationId' },
);
/** No source states that the ID of an invoice is a UUID. */
export const invoice = record('Invoice', 'an invoice', 'searchInvoices', id(hints.invoiceId));
export const location = record('Location', 'a location', 'searchLocations', uuid(hints.locationId));
export const order = record('Order', 'an order', 'searchOrders', uuid(hints.orderId));
export const paymentRequest = record(
	'Payment Request',
	'a payment request',
	'searchPaymentRequests',
	uuid(hints.paymentRequestId),
);
export const payout = record('Payout', 'a payout', 'searchPayouts', uuid(hints.payoutId));
export const plan = record('Plan', 'a plan', 'searchPlans', uuid(hints.planId), { name: 'planId' });
export const product = record('Product', 'a product', 'searchProducts', uuid(hints.productId));
/** A variation of the product of the same entry. No source states that its ID is a UUID. */
export const variation = record('Variation', 'a variation', 'searchVariations', text());
export const productCategory = record(
	'Parent Category',
	'a category',
	'searchProductCategories',
	uuid(hints.productCategoryId),
);
/** Its ID is that of the terminal, not of the record. No source states its form. */
export const reader = record('Reader', 'a reader', 'searchReaders', id(hints.readerId), {
	byId: { displayName: 'By Terminal ID', placeholder: 'e.g. tmr_123123123' },
});
export const refundableCharge = record(
	'Charge',
	'a charge',
	'searchRefundableCharges',
	uuid(hints.chargeId),
);
/** Saved workflows may contain the ID as plain text, which n8n reads too. */
export const staff = record('Staff Member', 'a staff member', 'searchStaff', id(hints.staffId));
/** The API documents the ID of a static QR code as a string, not as a UUID. */
export const staticQr = record(
	'Static QR',
	'a static QR code',
	'searchStaticQrs',
	id(hints.staticQrId),
);
export const subscription = record(
	'Subscription',
	'a subscription',
	'searchSubscriptions',
	uuid(hints.subscriptionId),
	{ name: 'subscriptionId' },
);
export const transfer = record('Transfer', 'a transfer', 'searchTransfers', id(hints.transferId));
export const virtualAccount = record(
	'Virtual Account',
	'a virtual account',
	'searchVirtualAccounts',
	uuid(hints.virtualAccountId),
);
export const webhookEndpoint = record(
	'Webhook Endpoint',
	'a webhook endpoint',
	'searchWebhookEndpoints',
	id(hints.webhookEndpointId),
);
export const currency = record('Currency', 'a currency', 'searchCurrencies', currencyRule(), {
	byId: { displayName: 'By ID', placeholder: 'e.g. SGD' },
});
/** A name, and no ID. */
export const provider = record(
	'Provider',
	'a provider',
	'searchProviders',
	id(hints.provider, parameters.unknownValue(hints.provider)),
	{
		byId: { displayName: 'By Name', placeholder: 'e.g. adyen' },
		purpose:
			'The payment provider that holds the balance. HitPay documents adyen only, for cards in Singapore.',
	},
);

const FROM_LIST =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/**
 * Several records, selected from a list or by an expression with their IDs.
 *
 * @param loadOptionsMethod the list, by its name in `methods.loadOptions` of the node
 */
function several(displayName: string, loadOptionsMethod: string, hint: string) {
	return (description: string): Parameter<string[]> => ({
		displayName,
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod },
		default: [],
		description: `${description}. ${FROM_LIST}`,
		rule: uuids(hint),
	});
}

export const locations = several('Location Names or IDs', 'getLocations', hints.locationIds);
export const productCategories = several(
	'Category Names or IDs',
	'getProductCategories',
	hints.productCategoryIds,
);
