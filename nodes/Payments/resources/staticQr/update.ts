import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { updateFields } from '../../shared/collections';
import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { changes, inCurrency, optional, somethingToChange } from '../../shared/rules';
import { once } from '../../transport/once';
import { shaped } from '../../transport/output';
import {
	goesTogether,
	idField,
	idRule,
	nameField,
	nameRule,
	optionalFields,
	optionalRules,
} from './fields';
import { staticQrRecord } from './record';

const fields: INodeProperties[] = [
	{ ...idField, description: 'The code to change' },
	...outputFields(staticQrRecord),
	updateFields([nameField, ...optionalFields]),
];

const rules = z
	.object({ static_qr_id: idRule, ...changes({ name: optional(nameRule), ...optionalRules }) })
	.superRefine(somethingToChange('static_qr_id'))
	.superRefine(goesTogether)
	.superRefine(inCurrency);

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a static QR code',
		description: 'Change what customers pay who scan a code, its name or its location',
		routing: {
			request: { method: 'PUT', url: '/v1/static_qr/{static_qr_id}' },
			operations: { pagination: once(rules, fields, shaped(staticQrRecord)) },
		},
	},
	fields,
};
