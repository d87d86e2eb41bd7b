import type { INodeProperties } from 'n8n-workflow';

/** Who hears about it: the parameters that webhook/address.ts reads. */
export function notifyFields(what: 'the payment' | 'the refund'): INodeProperties[] {
	// What the service sends about a refund may look like a payment's.
	const mark =
		what === 'the refund' ? "Add <code>?event=refund</code> to a Payments Trigger's address. " : '';
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
					description: 'A workflow of this n8n that starts with a Payments Trigger',
				},
				{ name: 'URL', value: 'url', description: 'Any address, such as that of a Wait node' },
			],
			default: 'nobody',
			description: `Who the service notifies about ${what}`,
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
				"The 'Path' of the Payments Trigger. In a manual run its test address is notified, so let it listen for a test event first. If your n8n has other webhook addresses than usual (N8N_ENDPOINT_WEBHOOK), set 'Notify' to URL instead.",
		},
		{
			displayName: 'URL',
			name: 'notifyUrl',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { notify: ['url'] } },
			placeholder: 'e.g. {{ $execution.resumeUrl }}',
			description: `The address to notify. ${mark}The one in the example continues a Wait node of this workflow.`,
			routing: { send: { type: 'body', property: 'webhook' } },
		},
	];
}
