import type { IDataObject } from 'n8n-workflow';

import { kinds } from '../../events/kinds';
import { request } from '../../transport/triggerRequest';
import { type Registration, toList } from './found';
import { addressOf, registrationName } from './identity';

/** The events from which others are derived, by the type of these. */
const sources = new Map(
	Object.entries(kinds).flatMap(([event, kind]) =>
		kind?.sources ? [[typeOf(event), kind.sources]] : [],
	),
);

export const endpoint: Registration = {
	path: '/v1/webhook-events',
	urlField: 'url',
	async find(context) {
		return toList(await request<unknown>(context, { method: 'GET', path: this.path }));
	},
	hasName: (found, name) => found.name === name,
	desired(context) {
		const events = context.getNodeParameter('events', []) as string[];
		return {
			name: registrationName(context),
			url: addressOf(context),
			event_types: distinct(events.map(typeOf)),
		};
	},
	matches: (found, desired) => distinct(typesOf(found)).join() === typesOf(desired).join(),
};

function typeOf(event: string): string {
	return kinds[event]?.type ?? event;
}

function typesOf({ event_types: types }: IDataObject): string[] {
	return (Array.isArray(types) ? (types as unknown[]) : []).filter(
		(one) => typeof one === 'string',
	);
}

function distinct(types: string[]): string[] {
	return [...new Set(types)].sort();
}

/** Returns an endpoint with the sources of the events that can be derived, in place of these. */
export function withoutDerived(desired: IDataObject): IDataObject {
	const types = typesOf(desired).flatMap((type) => sources.get(type) ?? type);
	return { ...desired, event_types: distinct(types) };
}
