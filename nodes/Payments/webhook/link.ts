import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { moneyFields, moneyRules } from '../resources/paymentRequest/fields';
import { inCurrency, text } from '../shared/rules';

/** What a reusable payment link asks for; webhook/register.ts reads it, so nothing is routed. */
export const linkFields: INodeProperties[] = [
	...moneyFields.map((field) => ({ ...field, routing: undefined })),
	{
		displayName: 'Purpose',
		name: 'purpose',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. Workshop on 1 March',
		description: "What customers pay for. Without it, the workflow's name is shown.",
	},
].map((field) => ({ ...field, displayOptions: { show: { mode: ['link'] } } }));

/** Where the link is: the checkout page exists only after publishing, and n8n has no place to show it. */
export const linkNotice: INodeProperties = {
	displayName:
		"Publish the workflow to make the link. To see its address, run the Payments node with Payment Request: Get Many and set 'Search' to <code>n8n:</code> and the ID of this workflow, which ends the address of the editor. Every event has it too, in 'checkoutUrl'. After a change of this node, the next publish makes a new link in place of it.",
	name: 'linkNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { mode: ['link'] } },
};

/** The rules for `linkFields`. */
export const linkRules = z.object({ ...moneyRules, purpose: text(255) }).superRefine(inCurrency);
