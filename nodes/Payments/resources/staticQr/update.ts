import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { changes, inCurrency, optional, somethingToChange } from '../../validation/rules';
import { updateFields } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import {
	checkDependencies,
	idField,
	idRule,
	nameField,
	nameRule,
	optionalFields,
	optionalRules,
} from './fields';
import { staticQrRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	{ ...idField, description: 'The code to change' },
	...outputFields(staticQrRecord),
	updateFields([nameField, ...optionalFields]),
];

const rules = z
	.object({ static_qr_id: idRule, ...changes({ name: optional(nameRule), ...optionalRules }) })
	.superRefine(somethingToChange('static_qr_id'))
	.superRefine(inCurrency);

/** The rules once the currency is known that the code keeps. */
const changeRules = z.record(z.unknown()).superRefine(checkDependencies).superRefine(inCurrency);

/** Returns the currency of a code if its amount changes. */
function required({ currency }: IDataObject, { amount }: IDataObject): IDataObject {
	return amount === undefined ? {} : { currency };
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a static QR code',
		description: 'Change the amount, the name or the location of a code',
		routing: {
			request: { method: 'PUT', url: '/v1/static_qr/{static_qr_id}' },
			operations: {
				pagination: sendOne(rules, fields, recordOutput(staticQrRecord), {
					required,
					changeRules,
				}),
			},
		},
	},
	fields,
};
