import type { INodeProperties } from 'n8n-workflow';

import { changes, filterRules } from '../../validation/rules';
import {
	optionalRulesOf,
	rulesOf,
	toProperties,
	type None,
	type OptionalRulesOf,
	type Parameters,
} from './parameter';

/** Optional parameters, which the user adds one by one. */
export interface Collection<C extends Parameters = None> {
	/** The description of the collection in the editor, without its fields. */
	shown: Omit<INodeProperties, 'options'>;
	parameters: C;
	rules: OptionalRulesOf<C>;
}

/** The filters of a Get Many: an empty filter is refused. */
export function filters<C extends Parameters>(
	parameters: C,
	description = 'Only return the records that match. Without a filter, all records are returned.',
): Collection<C> {
	const rules = filterRules(rulesOf(parameters)).shape as unknown as OptionalRulesOf<C>;
	return { shown: shown('Filters', 'filters', 'Add Filter', description), parameters, rules };
}

/** The optional fields of a record to create. */
export function additionalFields<C extends Parameters>(
	parameters: C,
	description = 'Optional fields. For fields that are not added, the defaults of the Payments API apply.',
): Collection<C> {
	return {
		shown: shown('Additional Fields', 'additionalFields', 'Add Field', description),
		parameters,
		rules: optionalRulesOf(parameters),
	};
}

/** The fields that an update can change: an empty field is refused, and each can be added regardless of the others. */
export function updateFields<C extends Parameters>(parameters: C): Collection<C> {
	const description = 'The fields to change. Fields that are not added keep their values.';
	const free = Object.entries(parameters).map(([key, parameter]) => [
		key,
		{ ...parameter, required: undefined, displayOptions: undefined },
	]);
	return {
		shown: shown('Update Fields', 'updateFields', 'Add Field', description),
		parameters: Object.fromEntries(free) as C,
		rules: changes(rulesOf(parameters)) as unknown as OptionalRulesOf<C>,
	};
}

function shown(displayName: string, name: string, placeholder: string, description: string) {
	return { displayName, name, type: 'collection' as const, placeholder, default: {}, description };
}

/** Returns n8n's description of a collection, for the editor. @param isRouted as in `toProperties` */
export function toProperty(
	{ shown: collection, parameters }: Collection<Parameters>,
	isRouted = false,
): INodeProperties {
	return { ...collection, options: byLabel(toProperties(parameters, isRouted)) };
}

/** Returns fields in the order in which the editor shows them. */
export function byLabel(fields: INodeProperties[]): INodeProperties[] {
	// Labels are in English. Comparing by locale would load locale data, which takes as long as everything else.
	return fields.toSorted((a, b) => (a.displayName < b.displayName ? -1 : 1));
}
