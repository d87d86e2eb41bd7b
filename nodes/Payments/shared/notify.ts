import type { INodeProperties } from 'n8n-workflow';

/** Who hears about it: the parameters that webhook/address.ts reads. @param what e.g. "the refund" */
export function notifyFields(what: string): INodeProperties[] {
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
				"The 'Path' of the Payments Trigger. In a manual run its test address is notified, so let it listen for a test event first.",
		},
		{
			displayName: 'URL',
			name: 'notifyUrl',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { notify: ['url'] } },
			placeholder: 'e.g. {{ $execution.resumeUrl }}',
			description:
				'The address to notify. The one in the example continues a Wait node of this workflow.',
			routing: { send: { type: 'body', property: 'webhook' } },
		},
	];
}
