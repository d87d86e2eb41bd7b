import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { parameters } from '../../shared/messages/parameters';
import { parts, ruleMessage } from '../../validation/rules';

/** The parts that every address has. */
const commonParts: INodeProperties[] = [
	part('City', 'city', 'e.g. Singapore', "The customer's city"),
	part('Country', 'country', 'e.g. SG', 'The two-letter code of the country'),
	part('Postal Code', 'postal_code', 'e.g. 238801', 'The postal code of the address'),
	part('State', 'state', 'e.g. Selangor', 'The state or the province'),
];

/** Returns a part of an address. @param name its name in the API */
export function part(
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): INodeProperties {
	return { displayName, name, type: 'string', default: '', placeholder, description };
}

/** Returns the field of an address. @param ownParts those besides the city, country, postal code and state */
export function addressField(ownParts: INodeProperties[], description: string): INodeProperties {
	return {
		displayName: 'Address',
		name: 'address',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Address',
		description,
		options: [
			{
				displayName: 'Address',
				name: 'parts',
				values: [...commonParts, ...ownParts].toSorted((a, b) =>
					a.displayName < b.displayName ? -1 : 1,
				),
			},
		],
		routing: { send: { type: 'body', property: 'address' } },
	};
}

/**
 * Returns the rule for `addressField`: it names what an address lacks, if it has anything.
 *
 * @param required the labels of the parts that the API requires, by their names
 */
export function addressRule(required: Record<string, string>) {
	const complete = (address: Record<string, unknown> = {}, context: z.RefinementCtx) => {
		if (Object.values(address).every((one) => one === undefined)) return;
		const missing = Object.keys(required).filter((name) => address[name] === undefined);
		if (missing.length === 0) return;
		const labels = missing.map((name) => `'${required[name]}'`).join(', ');
		const message = ruleMessage(parameters.incompleteAddress(labels));
		context.addIssue({ code: 'custom', message });
	};
	return parts('parts').superRefine(complete);
}
