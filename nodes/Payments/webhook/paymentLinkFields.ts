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
		description: 'What customers pay for. By default, the name of the workflow is shown.',
	},
].map((field) => ({ ...field, displayOptions: { show: { mode: ['link'] } } }));

/** How to find the link: it exists only after publishing, and n8n has no place to show it. */
export const paymentLinkNotice: INodeProperties = {
	displayName:
		"Publish the workflow to create the link. To see its URL, run the Payments node with Payment Request: Get Many. Set 'Search' to <code>n8n:</code> followed by the ID of this workflow, which is at the end of the editor's URL. Every event also has the link, as 'checkout_url'. After you change this node, the next publish creates a new link in its place.",
	name: 'linkNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { mode: ['link'] } },
};

/** The rules for `paymentLinkFields`. */
export const paymentLinkRules = z
	.object({ ...moneyRules, purpose: text(255) })
	.superRefine(inCurrency);
