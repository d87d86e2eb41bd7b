import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { canOccur, kinds, type Mode } from '../events/kinds';
import { notice } from '../resources/fields/notice';

/** How to try each mode: the panel cannot show one text for one of them. */
const HOW_TO_TRY = [
	'<b>Payment Requests and Refunds</b>: run a Payments node that sends its notification to this trigger. Then pay on its checkout page.',
	"<b>A Reusable Payment Link</b>: open 'Webhook URLs' and copy the test URL first. Then select 'Execute step', open the URL in another tab, and pay there.",
	'<b>Events of the Whole Account</b>: make a payment or a refund that is among the events you selected.',
].join('<br /><br />');

/** The texts beside the parameters, before an event was received. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive a test event from HitPay',
	executionsHelp: {
		inactive: `To try the trigger, select 'Execute step'. Then let HitPay send an event:<br /><br />${HOW_TO_TRY}<br /><br />To start the workflow with every event, <a data-key="activate">publish</a> it. What it does is then in its <a data-key="executions">executions</a>, not in the editor.`,
		active: `Each event starts the published workflow. What it does is in its <a data-key="executions">executions</a>, not in the editor.<br /><br />To see an event here, select 'Execute step'. Then let HitPay send one:<br /><br />${HOW_TO_TRY}`,
	},
	activationHint: {
		inactive:
			'<a data-key="activate">Publish</a> this workflow to start it with every event, also while the editor is closed.',
		active:
			'This workflow is published. What it does is in its <a data-key="executions">executions</a>.',
	},
};

/** The notices among the parameters. */
export const notices = {
	/** Where users find the payment link: it exists only after publishing, and n8n has no place of its own for it. */
	paymentLink: shownFor(
		'linkNotice',
		{ mode: ['link'] },
		"Give customers the production URL under 'Webhook URLs' above: it leads to the checkout page while the workflow is published. To test, open 'Webhook URLs' and copy the test URL first. Then select 'Execute step', and open the URL in another tab. Both links are also at the top of the list of Payment Request: Get, as 'Link of' and 'Test link of' this workflow.",
	),
	/** The events of payment requests stay selected if the source changes, and other payments would start nothing. */
	requestPayments: shownFor(
		'requestPaymentsNotice',
		{ '/mode': ['account'], events: ['payment.completed', 'payment.failed'] },
		"Payment Completed and Payment Failed are of payment requests only. For all payments, e.g. with a static QR code, replace them by Charge Paid and Charge Failed in 'Events'.",
	),
	refundTotals: shownFor(
		'refundTotalsNotice',
		{ '/mode': ['account'], events: ['refund'] },
		"The 'amount' of a refund is the total refunded of the charge so far: after refunds of 5 and 3, it is 5, then 8.",
	),
	/** The start of the workflow, and how to try it: while n8n waits for a test event, the panel hides its steps. */
	requests: shownFor(
		'requestsNotice',
		{ mode: ['requests'] },
		"Only a Payments node with 'Send Notification To' set to Payments Trigger and the path of this trigger can start the workflow. For other payments and refunds, set 'Listen To' to Events of the Whole Account. To test, select 'Execute step'. Then execute that node in another tab, and pay or refund.",
	),
};

function shownFor(name: string, show: Record<string, string[]>, text: string): INodeProperties {
	return { ...notice(text), name, displayOptions: { show } };
}

const selectedByDefault: Record<Mode, string[]> = {
	requests: ['payment.completed', 'refund'],
	link: ['payment.completed'],
	account: ['charge.paid', 'refund'],
};

/**
 * Which events start the workflow: a parameter for each mode, with the events that can occur in it. With `/mode` in place
 * of `mode`, the editor keeps the selected events when the mode changes.
 */
export const eventFields = Object.entries(selectedByDefault).map(
	([mode, selected]): INodeProperties => ({
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { '/mode': [mode] } },
		options: Object.entries(kinds)
			.filter(([event]) => canOccur(mode, event))
			.map(([value, kind]) => ({
				name: kind!.label,
				value,
				description: (mode === 'account' && kind!.ofAccount) || kind!.description,
			}))
			// By name, so that those of one kind of record are together.
			.sort((one, other) => (one.name < other.name ? -1 : 1)),
		default: [...selected],
		description:
			"Which events start the workflow. Events of other kinds always start it, with 'event' set to unknown.",
	}),
);

/** Returns the labels of the selected events that occur in other modes only. */
export function ofOtherModes(mode: unknown, events: unknown[]): string[] {
	return Object.entries(kinds)
		.filter(([event]) => events.includes(event) && !canOccur(mode, event))
		.map(([, kind]) => kind!.label);
}
