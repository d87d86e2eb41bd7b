import { z } from 'zod';

import { transferOnce } from '../../handlers/once/transfer/transfer';
import { hints } from '../../shared/messages/hints';
import { parameters } from '../../shared/messages/parameters';
import { optional, ruleMessage, text } from '../../validation/rules';
import * as field from '../fields';
import { notice } from '../fields/notice';
import * as operation from '../operation';
import { transferRecord } from './record';
import { inTerms, terms } from './terms';

/** The maximum length of a text (docs/interface.md, POST /v1/transfers). */
const MAX_LENGTH = 120;

/** Refuses an expression without a result: nothing would stop a second transfer. */
const referenceRule = z
	.unknown()
	.refine((value) => value !== undefined, {
		message: ruleMessage(parameters.empty(hints.reference)),
	})
	.pipe(optional(text(MAX_LENGTH)));

export const create = operation.create({
	action: 'Create a transfer',
	description: 'Send money of the business to a beneficiary, such as a supplier',
	url: '/v1/transfers',
	toolNeeds: ['permission', 'limit'],
	parameters: {
		...terms,
		reference: field.text(
			'Reference',
			`Your own reference, up to ${MAX_LENGTH} characters. An earlier transfer to this beneficiary with the same one stops the item. If this is empty, the node makes one.`,
			'e.g. INV-204',
			{ rule: referenceRule, required: false },
		),
		allowRepeatedReference: {
			...field.boolean(
				'Allow Repeated Reference',
				'Whether to send the transfer even if an earlier one to this beneficiary has the reference',
			),
			required: false,
			isSent: false,
		},
	},
	previews: {
		would_transfer: 0,
		holder_name: '',
		nickname: '',
		account_last4: '',
		beneficiary_id: '',
	},
	below: [
		notice(
			"Each execution sends money again, also one by hand. 'Reference' stops a second transfer to the same beneficiary, not to a new one with the same account. Transfers cannot be undone.",
		),
	],
	output: transferRecord,
	additionalFields: {
		remark: field.text(
			'Remark',
			`A note for yourself, up to ${MAX_LENGTH} characters`,
			'e.g. March delivery',
			{ rule: text(MAX_LENGTH) },
		),
	},
	rules: inTerms,
	// A request has no expression without a result.
	extraValues: (context) => ({ reference: context.getNodeParameter('reference', '') }),
	handler: transferOnce,
});
