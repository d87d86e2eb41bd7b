import type { Message, Section } from './message';
import { remedies } from './requests';

const triggerUrlUnknown = 'Could not determine the URL of the Payments Trigger';

/** The messages of the Payments Trigger when a workflow is published, and of the parameter 'Send Notification To'. */
export const webhookMessages = {
	noEvents: {
		message: "'Events' is empty",
		description: 'Select at least one event that starts the workflow.',
	},
	otherEvents: (labels: string): Message => ({
		message: `'Events' has some that 'Listen To' does not report: ${labels}`,
		description: "Select others in 'Events', or choose another source in 'Listen To'.",
	}),
	onceWhenFinished: {
		message: "'Each Event Once' does not work while 'Respond' is set to When the Workflow Finishes",
		description:
			'Remove one of these options. A workflow that failed would not start again when HitPay delivers the event again.',
	},
	/** A hint with the output of the trigger, which starts the workflow. */
	eventNotRecorded: {
		message: 'The event could not be recorded',
		description:
			"If it is delivered again, it can start the workflow again. Check n8n's database. A Remove Duplicates node with the scope Workflow has to keep items whose value is new.",
	},
	registrationWithoutId: {
		message: 'The Payments API did not return an ID for the registration',
		description: `Publish the workflow again: the trigger finds what it registered. ${remedies.checkEnvironment}`,
	},
	triggerPath: {
		message: "'Trigger Path' is not the path of a Payments Trigger",
		description:
			"Open the trigger and copy its 'Path', or its webhook URL. A path contains letters, digits, - and _, with / between parts. For a trigger of another n8n, set 'Send Notification To' to URL.",
	},
	path: {
		message: "'Path' can only have letters, digits, - and _, with / between parts",
		description: 'Use such a path, e.g. payments/orders, or leave it empty for a path of its own.',
	},
	/** Is output with the record, which was created. */
	noTestListener: {
		message: 'No Payments Trigger listens at this test URL',
		description:
			"Before the customer pays, select 'Execute step' in the trigger. For the next run, you can set 'URL in Manual Runs' to Production URL instead.",
	},
	noTestListenerForRefund: {
		message: 'No Payments Trigger listens at this test URL',
		description:
			"Select 'Execute step' in the trigger: HitPay delivers the notification again. For the next run, you can set 'URL in Manual Runs' to Production URL instead.",
	},
	noListener: {
		message: 'No published Payments Trigger listens at this URL',
		description: "Publish the trigger's workflow, and check 'Trigger Path'.",
	},
	triggerUrlUnknown: {
		message: triggerUrlUnknown,
		description:
			"This n8n has custom webhook paths. Set 'Send Notification To' to URL and enter the trigger's production URL.",
	},
	triggerUrlUnknownForRefund: (mark: string): Message => ({
		message: triggerUrlUnknown,
		description: `This n8n has custom webhook paths. Set 'Send Notification To' to URL and enter the trigger's production URL, followed by ${mark}.`,
	}),
} satisfies Section;

/** A response of the webhook. */
export interface WebhookResponse {
	/** The HTTP status. */
	status: number;
	message: string;
}

/** The responses of the Payments Trigger. HitPay repeats a notification unless the status is 2xx. */
export const webhookResponses = {
	accepted: { status: 200, message: 'Accepted' },
	alreadyProcessed: { status: 200, message: 'Already processed' },
	ignored: { status: 200, message: 'Ignored' },
	superseded: { status: 200, message: 'Superseded' },

	emptyBody: { status: 400, message: 'The body is empty' },
	notUtf8: { status: 400, message: 'The body is not UTF-8' },
	malformedForm: { status: 400, message: 'The form is malformed' },
	malformedJson: { status: 400, message: 'The JSON is malformed' },
	notAnObject: { status: 400, message: 'The JSON is not an object' },
	nestedTooDeep: (depth: number): WebhookResponse => ({
		status: 400,
		message: `The JSON is nested more than ${depth} levels deep`,
	}),
	duplicateHeader: { status: 400, message: 'A header occurs twice' },
	duplicateQueryParameter: { status: 400, message: 'A query parameter occurs twice' },
	duplicateField: { status: 400, message: 'A field occurs twice' },
	fieldWithoutName: { status: 400, message: 'A field has no name' },

	signatureMismatch: { status: 401, message: 'The signature does not match' },
	notConfirmed: { status: 401, message: 'The Payments API does not confirm this event' },
	notRecent: { status: 403, message: 'The event is not recent, and no signature verifies it' },
	otherAddress: { status: 403, message: 'This is not the URL that the trigger registered' },
	otherUrl: { status: 403, message: 'The payment request notifies another URL' },

	noLink: { status: 404, message: 'There is no payment link at the moment' },

	notPost: { status: 405, message: 'Notifications require the method POST' },
	bodyTooLarge: { status: 413, message: 'The body is too large' },
	contentType: { status: 415, message: 'The body must be a form or JSON in UTF-8' },

	notListed: { status: 503, message: 'The Payments API does not return this record yet' },
	outdated: { status: 503, message: 'The Payments API returned an older version of the record' },
	notVerifiable: { status: 503, message: 'The event cannot be verified at the moment' },
	chargeUnavailable: { status: 503, message: 'The charge cannot be retrieved at the moment' },
	inProgress: { status: 503, message: 'The same event is being processed' },
	disconnected: { status: 503, message: 'The sender closed the connection' },
};
