import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
} from 'n8n-workflow';

import { toolNotice } from './handlers/toolLimits';
import { resumeWhenPaid } from './handlers/wait/resume';
import {
	getLocations,
	searchInactiveLocations,
	searchLocations,
} from './listSearch/business/locations';
import { searchReaders } from './listSearch/business/readers';
import { searchStaff } from './listSearch/business/staff';
import { searchWebhookEndpoints } from './listSearch/business/webhookEndpoints';
import { getAccountFields } from './listSearch/money/accountFields';
import { searchBeneficiaries } from './listSearch/money/beneficiaries';
import { searchCharges, searchRefundableCharges } from './listSearch/money/charges';
import { searchCurrencies } from './listSearch/money/currencies';
import { searchPayouts } from './listSearch/money/payouts';
import { searchProviders } from './listSearch/money/providers';
import { searchTransfers } from './listSearch/money/transfers';
import { searchVirtualAccounts } from './listSearch/money/virtualAccounts';
import { searchCustomers } from './listSearch/sales/customers';
import { searchInvoices } from './listSearch/sales/invoices';
import { searchOrders } from './listSearch/sales/orders';
import { searchPaymentRequests } from './listSearch/sales/paymentRequests';
import { searchPlans } from './listSearch/sales/plans';
import {
	getProductCategories,
	searchProductCategories,
} from './listSearch/sales/productCategories';
import { searchProducts, searchVariations } from './listSearch/sales/products';
import { searchStaticQrs } from './listSearch/sales/staticQrs';
import { searchSubscriptions } from './listSearch/sales/subscriptions';
import { resourceFields, resources } from './resources';
import { authenticationField } from './resources/fields/authentication';
import { paymentTypes } from './resources/paymentRequest/waiting';
import { summarized } from './run/hints';
import { optionsField } from './run/options';
import { requestOptionsField } from './run/requestOptions';
import { progressMessages } from './shared/messages/progress';
import { testApiKey } from './transport/testCredential';

/** The actions of all operations, such as "Get many charges", for the subtitle on the canvas. */
const actions = Object.fromEntries(
	resources.flatMap(({ option, operations }) =>
		operations.map(({ value, action }) => [`${option.value}.${value}`, action]),
	),
);

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map((resource) => resource.option),
	default: 'charge',
	// With `paginate`, n8n passes each request to the function in `routing.operations.pagination` of its operation,
	// which sends it through transport/.
	routing: { send: { paginate: true } },
};

/** Where HitPay's notification continues an execution that waits for a payment: n8n's resume URL. */
const webhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		path: '',
		restartWebhook: true,
	},
];

export class Payments implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Payments',
		name: 'payments',
		icon: { light: 'file:../../icons/payments.svg', dark: 'file:../../icons/payments.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: `={{ ($parameter.previewOnly === true ? 'Preview: ' : '') + ${JSON.stringify(actions)}[$parameter.resource + '.' + $parameter.operation] }}`,
		description:
			'Manage HitPay charges, refunds, payment requests, subscriptions, invoices, customers and payouts',
		defaults: { name: 'Payments' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Spelled out: n8n's rules only find a test here. n8n also tests with it for the triggers.
		credentials: [
			{
				name: 'paymentsApi',
				required: true,
				testedBy: 'testApiKey',
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: 'paymentsOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		webhooks,
		// The node sets this URL to that of the checkout page, which n8n 2.0.0 does not read.
		waitingNodeTooltip: `={{ $execution.resumeUrl.includes('/webhook-waiting') ? 'Waiting for the payment' : 'Waiting for the payment on the <a href="' + $execution.resumeUrl + '" target="_blank">checkout page</a>' }}`,
		// n8n shows no progress of a node (run/progress.ts).
		hints: [
			{
				message: progressMessages.whereToLook,
				displayCondition: '={{ $parameter.returnAll === true }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
		],
		// Marks the node as a declarative one. The base URL is not here: n8n would evaluate its expression
		// twice for each item, and transport/baseUrl.ts evaluates it once in a run.
		requestDefaults: {},
		properties: [
			authenticationField,
			toolNotice,
			resourceField,
			...resourceFields,
			optionsField,
			requestOptionsField,
		],
	};

	webhook = resumeWhenPaid(paymentTypes);

	customOperations = summarized(resources, this);

	methods = {
		credentialTest: { testApiKey },
		loadOptions: { getLocations, getProductCategories },
		resourceMapping: { getAccountFields },
		listSearch: {
			searchBeneficiaries,
			searchCharges,
			searchCurrencies,
			searchCustomers,
			searchInactiveLocations,
			searchInvoices,
			searchLocations,
			searchOrders,
			searchPaymentRequests,
			searchPayouts,
			searchPlans,
			searchProductCategories,
			searchProducts,
			searchProviders,
			searchRefundableCharges,
			searchReaders,
			searchStaff,
			searchStaticQrs,
			searchTransfers,
			searchSubscriptions,
			searchVariations,
			searchVirtualAccounts,
			searchWebhookEndpoints,
		},
	};
}
