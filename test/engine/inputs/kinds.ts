import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Schema } from '../../../contract/contract';
import type { Kind } from './kind';
import { amount, day, integer, moment, percentage } from './numbers';
import type { Place } from './places';
import * as texts from './texts';

/** The values of a drop-down or a list, in the order of the editor. */
export const offered = ({ options }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => value as string);

function choice({ field, schema, collection }: Place): Kind {
	const values = offered(field);
	// All is several requests. Custom changes with other fields: badInput.test.ts.
	const alone = values.filter(
		(value) =>
			schema.enum?.includes(value) && (value !== 'custom' || collection !== 'updateFields'),
	);
	const refused = ['nonsense', 7, ['paid'], values[0]!.toUpperCase()];
	return {
		refused: [['is not a known value', `Use one of: ${values.join(', ')}.`, refused]],
		accepted: alone.map((value) => [value, value]),
	};
}

function choices(field: INodeProperties): Kind {
	const values = offered(field);
	return {
		refused: [
			[
				'is not a known value',
				`Use one of: ${values.join(', ')}.`,
				['nonsense', 7, [values[0], 'x']],
			],
			['is not a list', 'Choose at least one', [{ a: 1 }, true]],
		],
		accepted: [
			[values, values],
			[values.join(', '), values],
			...values.map((one) => [[one], [one]] as [unknown, unknown]),
		],
		whenEmpty: 'Choose at least one',
	};
}

/** A list that HitPay may extend. */
const codes: Kind = {
	refused: [
		['is not a list', 'Choose at least one method, or remove the field.', [{ a: 1 }, true]],
	],
	accepted: [
		[
			['card', 'new_method'],
			['card', 'new_method'],
		],
		['card, giro', ['card', 'giro']],
	],
};

function isOn({ type, enum: values }: Schema): Kind {
	const sent = (value: boolean) =>
		values?.includes('1')
			? String(Number(value))
			: type === 'string'
				? String(value)
				: type === 'integer'
					? Number(value)
					: value;
	return {
		refused: [['is neither true nor false', 'Use true or false.', ['maybe', 1, 'TRUE', []]]],
		accepted: [
			['true', sent(true)],
			[false, sent(false)],
		],
	};
}

/** IDs that are no UUIDs, as far as it is known, and texts of a form that the contract does not state. */
const byName: Record<string, Kind> = {
	beneficiary_id: texts.id,
	expires_after: texts.duration,
	expiry_date: moment,
	invoice_id: texts.id,
	percentage_discount: percentage,
	provider: texts.name,
	recipients: texts.recipients,
	refund_id: texts.id,
	business_user_id: texts.id,
	staff_id: texts.id,
	static_qr_id: texts.id,
	tax_setting: texts.id,
	transfer_id: texts.id,
	user_ids: texts.userIds,
	reader_id: texts.id,
	terminal_id: texts.id,
	webhook_endpoint_id: texts.id,
	wifi_terminal_id: texts.id,
};

/** Returns the kind of value that a parameter has, by its type in the editor and its schema in the contract. */
export function kindOf(place: Place): Kind {
	const { api, field, schema } = place;
	const { name, type, typeOptions } = field;
	const known = byName[api ?? ''] ?? byName[name];
	if (known) return known;
	if ((type === 'string' && /url|webhook/i.test(name)) || schema.format === 'uri')
		return texts.webAddress(schema);
	if (/email$/i.test(name) && type === 'string') return texts.email;
	switch (type) {
		case 'boolean':
			return isOn(schema);
		case 'dateTime':
			return day;
		case 'multiOptions':
			if (typeOptions?.loadOptionsMethod) return texts.uuids;
			return name === 'paymentMethods' ? codes : choices(field);
		case 'number':
			return [schema.type].flat().includes('integer') ? integer(schema) : amount(schema);
		case 'options':
			return choice(place);
		case 'resourceLocator':
			if (/currency/i.test(name)) return texts.currency(place.operation);
			return ['id', 'staffId', 'variation_id'].includes(name) ? texts.anyText : texts.uuid;
		default:
			return schema.format === 'uuid' ? texts.uuid : texts.text(schema);
	}
}
