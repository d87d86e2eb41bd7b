import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
} from 'n8n-workflow';

import { toolNotice } from './handlers/toolLimits';
import { resumeWhenPaid } from './handlers/wait/resume';
import { getAccountFields } from './listSearch/accountFields';
import { searchBeneficiaries } from './listSearch/beneficiaries';
import { searchCharges, searchRefundableCharges } from './listSearch/charges';
import { searchCurrencies } from './listSearch/currencies';
import { searchCustomers } from './listSearch/customers';
import { searchInvoices } from './listSearch/invoices';
import { getLocations, searchInactiveLocations, searchLocations } from './listSearch/locations';
import { searchOrders } from './listSearch/orders';
import { searchPaymentRequests } from './listSearch/paymentRequests';
import { searchPayouts } from './listSearch/payouts';
import { searchPlans } from './listSearch/plans';
import { getProductCategories, searchProductCategories } from './listSearch/productCategories';
import { searchProducts, searchVariations } from './listSearch/products';
import { searchProviders } from './listSearch/providers';
import { searchReaders } from './listSearch/readers';
import { searchStaff } from './listSearch/staff';
import { searchStaticQrs } from './listSearch/staticQrs';
import { searchSubscriptions } from './listSearch/subscriptions';
import { searchTransfers } from './listSearch/transfers';
import { searchVirtualAccounts } from './listSearch/virtualAccounts';
import { searchWebhookEndpoints } from './listSearch/webhookEndpoints';
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
