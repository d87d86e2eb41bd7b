import { text } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { beneficiaryRecord } from './record';

/** The maximum length of a text (docs/interface.md, PATCH /v1/beneficiaries/{beneficiary_id}). */
const MAX_LENGTH = 255;

export const update = operation.update({
	action: 'Update a beneficiary',
	description: 'Change the nickname or the remark of a beneficiary, never its account',
	method: 'PATCH',
	url: '/v1/beneficiaries/{beneficiary_id}',
	// People choose by the nickname who receives their transfers.
	toolNeeds: 'permission',
	parameters: { beneficiary_id: field.beneficiary() },
	output: beneficiaryRecord,
	updateFields: {
		is_favourite: field.boolean('Favorite', 'Whether the beneficiary is a favorite', {
			default: true,
		}),
		nickname: field.text(
			'Nickname',
			`The name by which you know the beneficiary, up to ${MAX_LENGTH} characters`,
			'e.g. Flour supplier',
			{ rule: text(MAX_LENGTH) },
		),
		remark: field.text(
			'Remark',
			`A note about the beneficiary, up to ${MAX_LENGTH} characters`,
			'e.g. Delivers on Mondays',
			{ rule: text(MAX_LENGTH) },
		),
	},
});
