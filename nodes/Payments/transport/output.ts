import type { IDataObject } from 'n8n-workflow';

import { optionsField } from '../shared/options';
import { outputFields, outputRules, same, type RecordType } from '../shared/output';
import { dayOf } from '../shared/time';
import { checkValues } from './check';
import type { Finish } from './item';
import type { NodeContext } from './types';

/** Makes what comes out of a record of the service. */
export type Shape = (record: IDataObject) => IDataObject;

/** What the node itself puts into a record; it is never left out. */
const marks = ['recovered', 'repeated'];

/** What comes out of a single record, as the parameters of shared/output.ts say. */
export function shaped(type: RecordType): Finish {
	const shaper = shapes(type);
	return (context) => {
		const shape = shaper(context);
		return (items) => items.map((item) => ({ ...item, json: shape(item.json) }));
	};
}

/**
 * Reads and checks the parameters of shared/output.ts.
 *
 * @returns a function that throws when one of them does not fit, and else gives what shapes a record
 */
export function shapes(type: RecordType): (context: NodeContext) => Shape {
	let checks: ReturnType<typeof checksOf> | undefined;
	return (context) => {
		const { rules, fields } = (checks ??= checksOf(type));
		const given = context.getNodeParameter('output', 'simplified');
		const isSelected = String(given).trim() === 'selected';
		const { calendarDay } = context.getNodeParameter('options', {}) as IDataObject;
		const values = checkValues(context, rules, fields, {
			output: given,
			// An expression that gives nothing is no choice, either.
			outputFields: isSelected ? (context.getNodeParameter('outputFields', '') ?? '') : undefined,
			calendarDay,
		});
		const pick = picker(type, values.output, values.outputFields);
		if (!values.calendarDay) return pick;
		const zone = context.getTimezone();
		return (record) => ({ ...pick(record), created_day: dayOf(record.created_at, zone) });
	};
}

/** Made for the first item, as n8n loads every node when it starts. */
function checksOf(type: RecordType) {
	const ofOutput = outputFields(type);
	return { rules: outputRules(ofOutput), fields: [...ofOutput, optionsField] };
}

function picker(type: RecordType, output: string, selected: string[] = []): Shape {
	if (output === 'raw') return (record) => record;
	const isSimplified = output === 'simplified';
	const names = isSimplified ? type.simplified : ['id', ...selected];
	const whereThere = isSimplified ? [...(type.whereThere ?? []), ...marks] : marks;
	return (record) => {
		const picked: IDataObject = {};
		for (const name of names) picked[name] = valueOf(type, record, name) ?? null;
		for (const name of whereThere) {
			const value = valueOf(type, record, name);
			if (value !== undefined) picked[name] = value;
		}
		return picked;
	};
}

function valueOf({ fields }: RecordType, record: IDataObject, name: string) {
	const read = fields[name] ?? same;
	return read(record, name) as IDataObject[string];
}
