import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { authenticationField, credentials } from './shared/authentication';
import { eventFields } from './webhook/choices';
import { linkFields, linkNotice } from './webhook/link';
import { receive } from './webhook/receive';
import { checkExists, create, remove } from './webhook/register';

const respondsAtTheEnd = '$parameter.options?.respond === "finished"';

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
			'Charges, refunds and payouts; starts the workflow when money arrives or goes back',
		eventTriggerDescription: 'Waiting for you to pay on a checkout page, or to give a refund',
		defaults: { name: 'Payments Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: `={{ ${respondsAtTheEnd} ? "lastNode" : "onReceived" }}`,
				// Otherwise n8n answers with a word of its own, or with what the workflow gave.
				responseData: `={{ ${respondsAtTheEnd} ? "noData" : "" }}`,
				path: '={{ $parameter.mode === "requests" ? $parameter.path : "payments" }}',
				// A path of its own is what Payments nodes can know; the others are found by n8n's id.
				isFullPath: '={{ $parameter.mode === "requests" }}' as unknown as boolean,
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
						description: "Those that a Payments node made with 'Notify' set to this trigger",
					},
					{
						name: 'A Reusable Payment Link',
						value: 'link',
						description:
							'A checkout page that exists while the workflow is published and can be paid again and again',
					},
					{
						name: 'All Events of the Account',
						value: 'account',
						description: 'Everything that happens, wherever it was started',
					},
				],
				default: 'requests',
				description: 'What starts the workflow',
			},
			{
				displayName: 'Path',
				name: 'path',
				type: 'string',
				default: 'payments',
				required: true,
				displayOptions: { show: { mode: ['requests'] } },
				placeholder: 'e.g. payments',
				description: "The end of this trigger's address. Payments nodes name it as 'Trigger Path'.",
			},
			linkNotice,
			...linkFields,
			...eventFields,
			{
				displayName: 'Verification',
				name: 'verification',
				type: 'options',
				options: [
					{
						name: 'By Signature or by Asking the Service',
						value: 'automatic',
						description:
							'With the salt in the credential by signature, without it by asking the service',
					},
					{
						name: 'Off',
						value: 'off',
						description:
							'Believes everything: anyone who knows the address can start the workflow with payments that never happened',
					},
				],
				default: 'automatic',
				description: 'How a notification is checked before it starts the workflow',
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [
					{
						displayName: 'Include Charge',
						name: 'includeCharge',
						type: 'boolean',
						default: false,
						description: "Whether the output has the whole charge, in 'charge'",
					},
					{
						displayName: 'Respond',
						name: 'respond',
						type: 'options',
						options: [
							{
								name: 'Immediately',
								value: 'immediately',
								description: 'As soon as the workflow has started',
							},
							{
								name: 'When the Workflow Finishes',
								value: 'finished',
								description:
									'The service then delivers again what did not get to its end, such as when n8n was killed meanwhile, and the workflow begins anew. Only for workflows that take a few seconds and can be repeated: no refunds, nothing new.',
							},
						],
						default: 'immediately',
						description:
							'When the service is told that its notification arrived. What it is not told, it delivers again.',
					},
				],
			},
		],
	};

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

	webhook = receive;
}
