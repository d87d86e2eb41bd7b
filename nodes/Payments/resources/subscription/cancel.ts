import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { notice } from '../fields/notice';
import type { Operation } from '../resource';
import { idField, idRule } from './fields';
import { subscriptionRecord } from './record';

const fields = [
	{ ...idField, description: 'The subscription to cancel' },
	notice('Each input item permanently cancels a subscription'),
	...outputFields(subscriptionRecord),
];

const rules = z.object({ recurring_billing_id: idRule });

export const cancel: Operation = {
	option: {
		name: 'Cancel',
		value: 'cancel',
		action: 'Cancel a subscription',
		description: 'Permanently cancel a subscription, so that the customer is not charged again',
		routing: {
			request: { method: 'DELETE', url: '/v1/recurring-billing/{recurring_billing_id}' },
			operations: {
				pagination: sendOne(rules, fields, recordOutput(subscriptionRecord), { cancels: true }),
			},
		},
	},
	fields,
};
