import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { moneyFields, moneyRules } from '../../resources/paymentRequest/fields';
import { inCurrency, text } from '../../validation/rules';

/** The fields of a reusable payment link. registration/link.ts reads them, so nothing is routed. */
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

/** The rules for `paymentLinkFields`. */
export const paymentLinkRules = z
	.object({ ...moneyRules, purpose: text(255) })
	.superRefine(inCurrency);
