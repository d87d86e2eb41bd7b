import type { INodeProperties } from 'n8n-workflow';

/** Returns the parameters that choose who is notified; notify/webhookUrl.ts reads them. */
export function notifyFields(what: 'the payment' | 'the refund'): INodeProperties[] {
	// The notification of a refund may look like that of a payment.
	const mark =
		what === 'the refund'
			? 'For the URL of a Payments Trigger, add <code>?event=refund</code>. '
			: '';
	return [
		{
			displayName: 'Notify',
			name: 'notify',
			type: 'options',
			options: [
				{ name: 'Nobody', value: 'nobody' },
				{
					name: 'Payments Trigger',
					value: 'trigger',
					description: 'A workflow in this n8n instance that starts with a Payments Trigger',
				},
				{ name: 'URL', value: 'url', description: 'Any URL, such as that of a Wait node' },
			],
			default: 'nobody',
			description: `Whom HitPay notifies about ${what}`,
		},
		{
			displayName: 'Trigger Path',
			name: 'triggerPath',
			type: 'string',
			default: 'payments',
			required: true,
			displayOptions: { show: { notify: ['trigger'] } },
			placeholder: 'e.g. payments',
			description:
				"The 'Path' of the Payments Trigger. A manual run notifies its test URL, so let the trigger listen for a test event first. If your n8n uses custom webhook paths (N8N_ENDPOINT_WEBHOOK), set 'Notify' to URL instead.",
		},
		{
			displayName: 'URL',
			name: 'notifyUrl',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { notify: ['url'] } },
			placeholder: 'e.g. {{ $execution.resumeUrl }}',
			description: `The URL to notify. ${mark}The URL in the example resumes a Wait node of this workflow.`,
			routing: { send: { type: 'body', property: 'webhook' } },
		},
	];
}
