import type { TriggerPanelDefinition } from 'n8n-workflow';

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
