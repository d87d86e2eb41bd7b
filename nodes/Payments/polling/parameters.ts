import type { IDataObject, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { apiAddress } from '../../../credentials/environments';
import type { AccountEvent } from '../events/kinds';
import { rulesOf, toProperties, type Parameters } from '../resources/fields/parameter';
import { credentialId, credentialType } from '../run/credential';
import { normalizeStatus, statusFilter } from '../shared/chargeStatus';
import { defined } from '../shared/record';
import { boolean, integer, oneOf } from '../validation/rules';
import { validate } from '../validation/validate';
import {
	DEFAULT_LOOK_BACK_DAYS,
	eventField,
	eventFilters,
	fields,
	MAX_LOOK_BACK_DAYS,
} from './fields';
import { lists, type Event, type List } from './lists';
import { notifiedAs, notifiedFilters } from './notified';
import { STATE_VERSION } from './pollState';

/** The values of the parameters. */
export interface PollParameters {
	list: List;
	/** The filters that the API applies, by its names. */
	query: IDataObject;
	/** The statuses to output, for changes only: a list that the API filters by them would not show changes. */
	statuses?: Set<string>;
	/** Additional filters for samples. Each is read, one after the other. */
	sampleFilters: IDataObject[];
	/** The event that is notified of the records, if only those start the workflow that were not notified. */
	notified?: AccountEvent;
	/** The maximum age of a record, in days. */
	lookBack: number;
	/** Identifies the polled list and its filters: a state recorded with another key is discarded. */
	key: string;
}

const rules = z.object({
	event: oneOf(eventField.options as INodePropertyOptions[]),
	lookBack: integer(1, MAX_LOOK_BACK_DAYS).default(DEFAULT_LOOK_BACK_DAYS),
	onlyNotNotified: boolean().default(false),
});

/**
 * Reads and validates the parameters.
 *
 * @throws NodeOperationError that names the parameter
 */
export async function readParameters(context: IPollFunctions): Promise<PollParameters> {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const event = context.getNodeParameter('event') as Event;
	const { lookBack, onlyNotNotified } = validate(context, rules, fields, { ...options, event });
	const notified = onlyNotNotified ? notifiedAs(context, event) : undefined;

	const list = lists[event];
	const entered = readFilters(context, eventFilters[event]);
	const { statuses, ...others } = notified ? notifiedFilters(context, event, entered) : entered;
	const filters = list.changes ? others : defined({ ...others, statuses });
	const isOfCharges = list.path === lists.newCharge.path;
	// The filter names all statuses, since the list may lack some without it.
	const query = isOfCharges
		? { ...filters, statuses: statusFilter(filters.statuses as string[] | undefined) }
		: filters;
	const selected = list.changes ? statuses : undefined;
	const ofSamples = selected ?? list.parts;

	const address = apiAddress(await context.getCredentials(credentialType(context)));
	return {
		list,
		query,
		statuses: selected && new Set(selected.map(normalizeStatus)),
		sampleFilters:
			isOfCharges && selected
				? [{ statuses: statusFilter(selected) }]
				: (ofSamples?.map((status) => ({ status })) ?? [{}]),
		notified,
		lookBack,
		key: JSON.stringify([
			STATE_VERSION,
			event,
			inOrder(filters),
			address,
			credentialId(context),
			...(notified ? [notified] : []),
		]),
	};
}

/** Returns filters with sorted values: the order of a selection means nothing. */
function inOrder(filters: IDataObject): IDataObject {
	const entries = Object.entries(filters).map(([name, value]) => [
		name,
		Array.isArray(value) ? value.toSorted() : value,
	]);
	return Object.fromEntries(entries) as IDataObject;
}

/** Returns the values of filters, by the names of the API. @throws NodeOperationError that names the filter */
function readFilters(
	context: IPollFunctions,
	parameters: Parameters,
): IDataObject & { statuses?: string[] } {
	const entered = context.getNodeParameter('filters', {}) as IDataObject;
	const shown = toProperties(parameters, true);
	const values = shown.map(({ name, routing }) => [routing!.send!.property, entered[name]]);
	const filterRules = z.object(rulesOf(parameters)).partial();
	return defined(validate(context, filterRules, shown, Object.fromEntries(values)));
}
