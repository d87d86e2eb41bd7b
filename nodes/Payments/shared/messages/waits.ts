import type { Section } from './message';

/** The messages of the operations that wait for a payment. */
export const waits = {
	severalItems: {
		message: 'This operation waits for one payment, and the node received several items',
		description:
			'Put a Loop Over Items node with a batch size of 1 in front of this node. To wait for all payments at the same time, use a Payments Trigger in place of this operation.',
	},
	otherUrl: {
		message: 'This payment request does not notify this execution',
		description:
			"A payment request notifies the execution that created it: in Create, set 'Send Notification To' to Wait for Payment, do not pin its output, and select 'Execute workflow' in place of 'Execute step'. For a payment request from elsewhere, put Payment Request: Update in front of this node, with {{ $execution.resumeUrl }} as 'Webhook URL'.",
	},
} satisfies Section;
