import type { NodeHint } from 'n8n-workflow';

/** Shown in the open node before it is run, where more items do more than one may think of. */
export const hints: NodeHint[] = [
	{
		type: 'warning',
		location: 'inputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition:
			'={{ $parameter["resource"] === "refund" && $parameter["operation"] === "create" }}',
		message:
			"A refund is made for each input item. When one that is not possible should not stop the others, set 'On Error' in the node's settings to Continue.",
	},
	{
		type: 'warning',
		location: 'inputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: '={{ $parameter["operation"] === "delete" }}',
		message: 'A record is deleted for good for each input item.',
	},
];
