import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { moneyFields, moneyRules } from '../resources/paymentRequest/fields';
import { text } from '../shared/rules';

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

/** The rules for `linkFields`. */
export const linkRules = z.object({ ...moneyRules, purpose: text(255) });
