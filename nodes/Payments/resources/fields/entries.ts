import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { parameters } from '../../shared/messages/parameters';
import {
	entries as entriesRule,
	filledEntries as filledEntriesRule,
	parts,
	ruleMessage,
} from '../../validation/rules';
import { byLabel } from './collections';
import { rulesOf, toProperties, type Parameter, type Parameters, type RulesOf } from './parameter';
import { text } from './values';

/** A list of entries in the editor. */
interface Shown {
	displayName: string;
	name?: string;
	/** The text of the button. */
	placeholder: string;
	description: string;
	/** One entry: its label, and the name of the list in saved workflows. */
	entry: { displayName: string; name: string };
	sortable?: true;
}

type Entry<P extends Parameters> = z.infer<z.ZodObject<RulesOf<P>>>;

/** A list of entries with parameters of their own, in the order in which the editor shows them. */
export function entries<P extends Parameters>(shown: Shown, parameters: P): Parameter<Entry<P>[]> {
	const rule = entriesRule(shown.entry.name, rulesOf(parameters));
	return { ...listOf(shown, parameters), rule };
}

/** The same for a new record, which has nothing of an entry whose fields are all empty. */
export function filledEntries<P extends Parameters>(
	shown: Shown,
	parameters: P,
): Parameter<Array<Entry<P> | undefined>> {
	const rule = filledEntriesRule(shown.entry.name, rulesOf(parameters));
	return { ...listOf(shown, parameters), rule };
}

function listOf({ entry, sortable, ...shown }: Shown, parameters: Parameters) {
	return {
		...shown,
		type: 'fixedCollection' as const,
		typeOptions: { multipleValues: true, ...(sortable && { sortable }) },
		default: {},
		options: [{ ...entry, values: toValues(parameters) }],
	};
}

/** Returns n8n's description of an entry, for the editor. Its values are sent as they are saved, by the API's names. */
function toValues(parameters: Parameters): INodeProperties[] {
	const named = Object.entries(parameters).map(([name, one]) => [name, { ...one, name }] as const);
	return toProperties(Object.fromEntries(named));
}

/** The parts of every address. */
const commonParts = {
	city: text('City', "The customer's city", 'e.g. Singapore'),
	state: text('State', 'The state or the province', 'e.g. Selangor'),
	country: text('Country', 'The two-letter code of the country', 'e.g. SG'),
	postal_code: text('Postal Code', 'The postal code of the address', 'e.g. 238801'),
};

/**
 * An address. If one part is entered, all parts but one are required.
 *
 * @param ownParts further parts
 * @param optionalPart the name of the part that is not required
 */
export function address(
	description: string,
	ownParts: Parameters,
	optionalPart: string,
): Parameter<unknown> {
	const all: Parameters = { ...ownParts, ...commonParts };
	const required = Object.keys(all).filter((name) => name !== optionalPart);
	const complete = (value: Record<string, unknown> = {}, context: z.RefinementCtx) => {
		if (Object.values(value).every((one) => one === undefined)) return;
		const missing = required.filter((name) => value[name] === undefined);
		if (missing.length === 0) return;
		const labels = missing.map((name) => `'${all[name]!.displayName}'`).join(', ');
		const message = ruleMessage(parameters.incompleteAddress(labels));
		context.addIssue({ code: 'custom', message });
	};
	return {
		displayName: 'Address',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Address',
		description,
		options: [{ displayName: 'Address', name: 'parts', values: byLabel(toValues(all)) }],
		rule: parts('parts').superRefine(complete),
	};
}
