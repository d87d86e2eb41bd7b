import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { moneyFields, moneyRules } from '../resources/paymentRequest/fields';
import { inCurrency, text } from '../shared/validation/rules';

/** The fields of a reusable payment link. webhook/lifecycle.ts reads them, so nothing is routed. */
export const paymentLinkFields: INodeProperties[] = [
	...moneyFields.map((field) => ({ ...field, routing: undefined })),
	{
		displayName: 'Purpose',
		name: 'purpose',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. Workshop on 1 March',
		description: 'What customers pay for, which the checkout page shows',
		hint: 'If empty, customers read the name of the workflow',
	},
].map((field) => ({ ...field, displayOptions: { show: { mode: ['link'] } } }));

/** Where the link is: it exists only after publishing, and n8n has no place of its own to show it. */
export const paymentLinkNotice: INodeProperties = {
	displayName:
		"Give customers the production URL under 'Webhook URLs' above: it leads to the checkout page while the workflow is published. To test, open 'Webhook URLs' and copy the test URL first. Then select 'Execute step', and open the URL in another tab. Both links are also at the top of the list of Payment Request: Get, as 'Link of' and 'Test link of' this workflow.",
	name: 'linkNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { mode: ['link'] } },
};

/** How to try the other mode: the panel hides its steps while n8n waits for a test event. */
export const requestsNotice: INodeProperties = {
	displayName:
		"To test, select 'Execute step'. Then execute a Payments node in another tab, with 'Send Notification To' set to Payments Trigger and the path of this trigger, and pay or refund.",
	name: 'requestsNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { mode: ['requests'] } },
};

/** The rules for `paymentLinkFields`. */
export const paymentLinkRules = z
	.object({ ...moneyRules, purpose: text(255) })
	.superRefine(inCurrency);
