import type { INodeProperties } from 'n8n-workflow';

/** Who is notified. */
export const notifyField: INodeProperties = {
	displayName: 'Send Notification To',
	name: 'notify',
	type: 'options',
	options: [
		{ name: 'No Workflow or URL', value: 'nobody' },
		{
			name: 'Payments Trigger',
			value: 'trigger',
			description: 'A workflow in this n8n instance that starts with a Payments Trigger',
		},
		{ name: 'URL', value: 'url', description: 'Any URL, such as that of a Wait node' },
	],
	default: 'nobody',
};

/** Who is notified of a payment: a later node can wait for it. */
export const notifyOfPaymentField: INodeProperties = {
	...notifyField,
	options: [
		...notifyField.options!,
		{
			name: 'Wait for Payment',
			value: 'wait',
			description: "A later Payments node of this workflow with the operation 'Wait for Payment'",
		},
	],
};

const triggerPath: INodeProperties = {
	displayName: 'Trigger Path',
	name: 'triggerPath',
	type: 'string',
	default: '',
	required: true,
	displayOptions: { show: { notify: ['trigger'] } },
	placeholder: 'e.g. https://n8n.example.com/webhook/4b1d6c3e-2f5b-4a0e-9d52-6d0a3f1b8c11',
	hint: "Paste either URL under 'Webhook URLs' of a trigger that listens to Payment Requests and Refunds",
	description:
		"The test URL, the production URL or the 'Path' of a Payments Trigger: all three have the same effect here. If your n8n uses custom webhook paths (N8N_ENDPOINT_WEBHOOK), set 'Send Notification To' to URL instead.",
};

/** Which URL of a trigger is notified. */
export const urlInManualRunsField: INodeProperties = {
	displayName: 'URL in Manual Runs',
	name: 'urlInManualRuns',
	type: 'options',
	options: [
		{
			name: 'Production URL',
			value: 'production',
			description: 'As in a published workflow. The workflow of the trigger has to be published.',
		},
		{
			name: 'Test URL',
			value: 'test',
			description: "Select 'Execute step' in the trigger first",
		},
	],
	default: 'test',
	displayOptions: { show: { notify: ['trigger'] } },
	description: 'Which URL of the trigger is notified if you run this node by hand',
};

/** Returns the parameters that choose who is notified; notify/webhookUrl.ts reads them. */
export function notifyFields(what: 'the payment' | 'the refund'): INodeProperties[] {
	const isRefund = what === 'the refund';
	// The notification of a refund may look like that of a payment.
	const mark = isRefund
		? 'For the URL of a Payments Trigger, add <code>?event=refund</code>. '
		: '';
	const before = isRefund ? 'before you run this node' : 'before the customer pays';
	return [
		{
			...(isRefund ? notifyField : notifyOfPaymentField),
			description: `The workflow or the URL that HitPay notifies about ${what}. Emails to the customer are set by 'Send Email'.`,
		},
		{
			displayName: `If you run this node by hand, the notification goes to the trigger's test URL: select 'Execute step' in the trigger ${before}. Published workflows use its production URL. The output shows the URL, as 'notification_url'.`,
			name: 'testUrlNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { notify: ['trigger'], urlInManualRuns: ['test'] } },
		},
		{
			displayName: `The notification goes to the trigger's production URL, also if you run this node by hand: publish the trigger's workflow ${before}. What it does is in its executions. The output shows the URL, as 'notification_url'.`,
			name: 'productionUrlNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { notify: ['trigger'], urlInManualRuns: ['production'] } },
		},
		triggerPath,
		urlInManualRunsField,
		{
			displayName: 'URL',
			name: 'notifyUrl',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { notify: ['url'] } },
			placeholder: 'e.g. {{ $execution.resumeUrl }}',
			description: `The URL to notify. ${mark}The URL in the example resumes a Wait node of this workflow.`,
			routing: { send: { property: 'webhook' } },
		},
	];
}
