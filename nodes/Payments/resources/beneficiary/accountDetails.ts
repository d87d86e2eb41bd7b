import type { ResourceMapperField } from 'n8n-workflow';
import { z } from 'zod';

import { hints } from '../../shared/messages/hints';
import { parameters } from '../../shared/messages/parameters';
import { isObject } from '../../shared/record';
import { isBlank, ruleMessage, text, type Rule } from '../../validation/rules';
import type { Parameter } from '../fields/parameter';

/** The choices that determine the details (docs/interface.md, POST /v1/beneficiaries/schema), by their parameters. */
export const CHOICES = {
	country: 'country',
	transferMethod: 'transfer_method',
	currency: 'currency',
	holderType: 'holder_type',
};

/**
 * The value of n8n's resource mapper. A field of an object, such as `address.city`, becomes a part of it. A value that the
 * editor does not show is left out: n8n keeps those of fields that another transfer type does not have.
 */
const rule: Rule<Record<string, unknown>> = z.unknown().transform((given, context) => {
	const { value, schema } = isObject(given) ? given : {};
	const fields = Array.isArray(schema) ? (schema as ResourceMapperField[]) : [];
	const isShown = (name: string) =>
		fields.length === 0 || fields.some(({ id, removed }) => id === name && removed !== true);
	const entered = Object.entries(isObject(value) ? value : {}).filter(
		([name, one]) => !isBlank(one) && isShown(name),
	);
	if (entered.length === 0) {
		context.addIssue({
			code: 'custom',
			message: ruleMessage(parameters.empty(hints.accountDetails)),
		});
	}
	const details: Record<string, unknown> = {};
	for (const [name, one] of entered) {
		const read = typeof one === 'boolean' ? z.boolean().safeParse(one) : text().safeParse(one);
		if (!read.success) context.addIssue({ ...read.error.issues[0]!, path: [name] });
		const [object = '', part] = name.split('.');
		if (part === undefined) details[name] = read.data;
		else details[object] = { ...(details[object] as object), [part]: read.data };
	}
	return details;
});

/** The fields of the account, as the API states them for the country. */
export const accountDetails: Parameter<Record<string, unknown>> = {
	displayName: 'Account Details',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: {
		loadOptionsDependsOn: Object.keys(CHOICES).map((name) =>
			name === 'currency' ? 'currency.value' : name,
		),
		resourceMapper: {
			resourceMapperMethod: 'getAccountFields',
			mode: 'add',
			fieldWords: { singular: 'field', plural: 'fields' },
			valuesLabel: 'Account Details',
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: false,
		},
	},
	description: 'The account number, the bank and whatever else HitPay asks for in this country',
	isSent: false,
	rule,
};
