import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { rulesOf, toProperties } from '../../resources/fields';
import { money } from '../../resources/paymentRequest/parameters';
import { inCurrency, text } from '../../validation/rules';

/** The fields of a reusable payment link. registration/link.ts reads them, so nothing is routed. */
export const paymentLinkFields: INodeProperties[] = [
	...toProperties(money).map((field) => ({ ...field, required: true })),
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
	.object({ ...rulesOf(money), purpose: text(255) })
	.superRefine(inCurrency);
