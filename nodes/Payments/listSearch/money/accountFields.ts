import type {
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { hasText } from '../../errors/failureMessages';
import { toNodeError, unexpectedResponse } from '../../errors/nodeErrors';
import { CHOICES } from '../../resources/beneficiary/accountDetails';
import { lists } from '../../shared/messages/lists';
import { isObject } from '../../shared/record';
import { request } from '../../transport/triggerRequest';
import { valueAt } from '../../validation/quote';

/** A field of a new beneficiary (docs/interface.md, POST /v1/beneficiaries/schema), as far as its type is known. */
interface AccountField extends IDataObject {
	key: string;
}

const PATH = '/v1/beneficiaries/schema';

/** The choices that are fields themselves: their values let others appear. */
const LATER = ['transfer_type', 'bank_swift_code'];

/** The fields that are parameters of their own. */
const OWN = [...Object.values(CHOICES), 'holder_name'];

/** How often the fields are requested at most (choice). */
const MAX_ROUNDS = 4;

/** Returns the fields of an account that HitPay asks for, by the choices above them in the editor. */
export async function getAccountFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const current = (name: string) => valueAt(this.getCurrentNodeParameter(name), []);
	const chosen = Object.entries(CHOICES).map(([name, key]) => [key, current(name)] as const);
	const entered = LATER.map((key) => [key, current(`accountDetails.value.${key}`)] as const);
	const body = Object.fromEntries(
		[...chosen, ...entered].flatMap(([key, value]) =>
			hasText(value) ? [[key, LATER.includes(key) ? value : value.toLowerCase()]] : [],
		),
	) as IDataObject;
	try {
		const fields = await readFields(this, body);
		return { fields: fields.filter(({ key }) => !OWN.includes(key)).map(toField) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/** Reads the fields, and again with the values that are preset. */
async function readFields(
	context: ILoadOptionsFunctions,
	body: IDataObject,
	round = 1,
): Promise<AccountField[]> {
	const response: unknown = await request(context, { method: 'POST', path: PATH, body });
	if (!Array.isArray(response)) throw unexpectedResponse(context, lists.noList);
	const fields = response.filter(isAccountField);
	const preset = fields.filter(
		({ key, value }) => LATER.includes(key) && hasText(value) && body[key] === undefined,
	);
	if (preset.length === 0 || round === MAX_ROUNDS) return fields;
	const values = Object.fromEntries(preset.map(({ key, value }) => [key, value as string]));
	return await readFields(context, { ...body, ...values }, round + 1);
}

function isAccountField(field: unknown): field is AccountField {
	return isObject(field) && hasText(field.key);
}

function toField({
	key,
	title,
	type,
	required,
	options,
	value,
}: AccountField): ResourceMapperField {
	const isSelect = type === 'select' && Array.isArray(options);
	const isPreset = isSelect && hasText(value);
	return {
		id: key,
		displayName: hasText(title) ? title : key,
		// The examples of the reference send a preset value that is not required (docs/dialects.md, row 50).
		required: required === true || isPreset,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: isSelect ? 'options' : type === 'checkbox-boolean' ? 'boolean' : 'string',
		...(isSelect && { options: (options as unknown[]).flatMap(toOption) }),
		...(isPreset && { defaultValue: value }),
	};
}

function toOption(option: unknown) {
	if (!isObject(option) || !hasText(option.value)) return [];
	const { value, label } = option;
	return [{ name: hasText(label) ? label : value, value }];
}
