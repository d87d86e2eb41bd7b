/** An empty trigger node: it starts the workflow with whatever arrives. What it needs is n8n's. */
class LimitTrigger {
	description = {
		displayName: 'Limit Trigger',
		name: 'limitTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow',
		defaults: { name: 'Limit Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				path: '={{$parameter["path"]}}',
				isFullPath: true,
			},
		],
		properties: [{ displayName: 'Path', name: 'path', type: 'string', default: '' }],
	};

	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}

module.exports = { LimitTrigger };
