import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { searchCurrencies } from './listSearch/money/currencies';
import { authenticationField, credentials } from './resources/fields/authentication';
import { eachEventOnceOption } from './run/eachEventOnce';
import { saveIdsOption } from './run/executionData';
import { eventOutputFields } from './webhook/eventOutput';
import { execute } from './webhook/execute';
import { handleWebhook } from './webhook/handleWebhook';
import { eventFields, notices, triggerPanel } from './webhook/panel';
import { checkExists, create, remove } from './webhook/registration/hooks';
import { paymentLinkFields } from './webhook/registration/link';

const respondsWhenFinished = '$parameter.options?.respond === "finished"';

export class PaymentsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Payments Trigger',
		name: 'paymentsTrigger',
		icon: { light: 'file:../../icons/payments.svg', dark: 'file:../../icons/payments.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ { requests: "Payment requests and refunds", link: "Payment link", account: "Account events" }[$parameter.mode] }}',
		// The node panel shows both nodes as one, with this description.
		description:
			'Manage HitPay charges, refunds, subscriptions and invoices. Start a workflow when HitPay reports a payment, a refund or another event.',
		eventTriggerDescription: 'Waiting for you to pay on a checkout page, or to create a refund',
		activationMessage:
			"The trigger now waits for events, which show in the executions, not in the editor. If it listens to payment requests and refunds, they only start the workflow if 'Send Notification To' of their Payments node is set to this trigger.",
		triggerPanel,
		defaults: { name: 'Payments Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: `={{ ${respondsWhenFinished} ? "lastNode" : "onReceived" }}`,
				// Without this, n8n responds with a text of its own, or with the output of the workflow.
				responseData: `={{ ${respondsWhenFinished} ? "noData" : "" }}`,
				// Without a path, n8n registers nothing.
				path: '={{ $parameter.mode === "requests" ? ($parameter.path ?? "") : "payments" }}',
				// Payments nodes have only a path that the user copies, so it is the full path; by default, it is n8n's
				// ID of the node. In the other modes, the path begins with that ID.
				isFullPath: '={{ $parameter.mode === "requests" }}' as unknown as boolean,
				// In the other modes, users do not have to copy the URL.
				ndvHideUrl: '={{ $parameter.mode !== "requests" }}',
			},
			{
				// Leads to the checkout page of the payment link: n8n shows this URL where the link is made.
				name: 'setup',
				// No other mode has this webhook.
				httpMethod: '={{ $parameter.mode === "link" ? "GET" : "" }}',
				responseMode: 'onReceived',
				path: 'link',
				ndvHideUrl: '={{ $parameter.mode !== "link" }}',
			},
		],
		properties: [
			authenticationField,
			{
				displayName: 'Listen To',
				name: 'mode',
				type: 'options',
				options: [
					{
						name: 'Payment Requests and Refunds',
						value: 'requests',
						description:
							"Those that a Payments node creates with 'Send Notification To' set to Payments Trigger",
					},
					{
						name: 'A Reusable Payment Link',
						value: 'link',
						description:
							'A checkout page that accepts several payments, as long as the workflow is published',
					},
					{
						name: 'Events of the Whole Account',
						value: 'account',
						description:
							"Those selected below as 'Events', of payments, charges, invoices, orders, payouts, subscriptions and transfers, wherever they come from",
					},
				],
				default: 'requests',
				description: 'What starts the workflow',
			},
			{
				displayName: 'Path',
				name: 'path',
				type: 'string',
				default: '',
				displayOptions: { show: { mode: ['requests'] } },
				hint: "If empty, the trigger has a path of its own, which 'Webhook URLs' shows",
				description:
					"The end of this trigger's URL. In Payments nodes, paste a URL under 'Webhook URLs' above as 'Trigger Path'.",
			},
			notices.requests,
			notices.paymentLink,
			...paymentLinkFields,
			...eventFields,
			notices.requestPayments,
			notices.refundTotals,
			...eventOutputFields,
			{
				displayName: 'Verification',
				name: 'verification',
				type: 'options',
				options: [
					{
						name: 'By Signature or by API',
						value: 'automatic',
						description:
							'With a salt in the credential, by signature. Without one, by a request to the Payments API.',
					},
					{
						name: 'Off',
						value: 'off',
						description: 'No verification: anyone with the URL can start the workflow',
					},
				],
				default: 'automatic',
				description:
					"How a notification is verified before it starts the workflow. The salt in the credential is optional: 'Webhook Salt', which the HitPay dashboard shows next to the API key. For events of the whole account, it is 'Endpoint Salt', which the dashboard shows next to the webhook endpoint. <a href=\"https://github.com/n8n-nodes-payments/n8n-nodes-payments#credentials\">Where to find them</a>.",
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				description: 'What is output, and when the trigger responds',
				options: [
					eachEventOnceOption,
					{
						displayName: 'Include Charge',
						name: 'includeCharge',
						type: 'boolean',
						default: false,
						description:
							"Whether to request the charge and add it to the output, as 'charge'. With it, the customer, 'paid_at' and 'payment_method' are filled in: the notification of a payment request contains only the phone number.",
					},
					{
						displayName: 'Respond',
						name: 'respond',
						type: 'options',
						options: [
							{
								name: 'Immediately',
								value: 'immediately',
								description: 'As soon as the workflow starts',
							},
							{
								name: 'When the Workflow Finishes',
								value: 'finished',
								description:
									'If the workflow does not finish, for example because n8n stops, HitPay delivers the notification again and the workflow starts again. Only for workflows that take a few seconds and can be repeated: they must not refund or create anything.',
							},
						],
						default: 'immediately',
						description:
							'When to confirm the notification to HitPay, which repeats a notification that is not confirmed',
					},
					saveIdsOption,
				],
			},
		],
	};

	methods = { listSearch: { searchCurrencies } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions) {
				return await checkExists(this);
			},
			async create(this: IHookFunctions) {
				return await create(this);
			},
			async delete(this: IHookFunctions) {
				return await remove(this);
			},
		},
	};

	webhook = handleWebhook;

	execute = execute;
}
