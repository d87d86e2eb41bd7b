import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import type { Operation } from '../resource';
import { idField, idRule } from './fields';
import { subscriptionRecord } from './record';

const fields = [idField, ...outputFields(subscriptionRecord)];

const rules = z.object({ recurring_billing_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a subscription',
		description: 'Retrieve one subscription with its status and what was charged',
		routing: {
			request: { method: 'GET', url: '/v1/recurring-billing/{recurring_billing_id}' },
			operations: { pagination: sendOne(rules, fields, recordOutput(subscriptionRecord)) },
		},
	},
	fields,
};
