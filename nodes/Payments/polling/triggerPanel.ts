import type { TriggerPanelDefinition } from 'n8n-workflow';

const SAMPLES =
	"To see what the trigger outputs, select 'Fetch Test Event'. It returns the newest records as samples.";
const EXECUTIONS = '<a data-key="executions">executions</a>';

/** The texts beside the parameters, before records were fetched. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Fetch the newest records as samples',
	executionsHelp: {
		inactive: `${SAMPLES}<br /><br />To start the workflow with new records and changes, <a data-key="activate">publish</a> it. The trigger then polls HitPay as often as 'Poll Times' sets. What it does is then in its ${EXECUTIONS}, not in the editor.`,
		active: `The published workflow polls HitPay as often as 'Poll Times' sets. New records and changes start it. What it does is in its ${EXECUTIONS}, not in the editor.<br /><br />${SAMPLES}`,
	},
	activationHint: {
		inactive:
			'<a data-key="activate">Publish</a> this workflow to poll HitPay regularly, also while the editor is closed.',
		active: `This workflow is published. What it does is in its ${EXECUTIONS}.`,
	},
};
