import type { IDataObject, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { apiAddress } from '../../../credentials/environments';
import { statuses } from '../resources/charge/parameters';
import { statusOptions } from '../resources/payout/getMany';
import { credentialId, credentialType } from '../run/credential';
import { normalizeStatus, statusFilter } from '../shared/chargeStatus';
import { hints } from '../shared/messages/parameters';
import { defined } from '../shared/record';
import { email, oneOf, integer, uuids } from '../validation/rules';
import { validate } from '../validation/validate';
import {
	eventField,
	fields,
	MAX_LOOK_BACK_DAYS,
	DEFAULT_LOOK_BACK_DAYS,
	statusFilters,
} from './fields';
import { lists, type Event, type List } from './lists';
import { STATE_VERSION } from './pollState';

/** The values of the parameters. */
export interface PollParameters {
	list: List;
	/** The filters that the API applies, by its names. */
	query: IDataObject;
	/** The statuses to output, for changes only: a list filtered by these would not show when a status changes. */
	statuses?: Set<string>;
	/** Additional filters for samples. Each is read, one after the other. */
	sampleFilters: IDataObject[];
	/** The maximum age of a record, in days. */
	lookBack: number;
	/** Identifies what is polled: a state recorded with another key is discarded. */
	key: string;
}

const rules = z.object({
	event: oneOf(eventField.options as INodePropertyOptions[]),
	locationIds: uuids(hints.locationIds).optional(),
	statuses: statuses.rule.optional(),
	status: oneOf(statusOptions).optional(),
	customerEmail: email().optional(),
	invoiceStatuses: statusFilters.invoiceStatuses.rule.optional(),
	orderStatuses: statusFilters.orderStatuses.rule.optional(),
	subscriptionStatuses: statusFilters.subscriptionStatuses.rule.optional(),
	transferStatuses: statusFilters.transferStatuses.rule.optional(),
	lookBack: integer(1, MAX_LOOK_BACK_DAYS).default(DEFAULT_LOOK_BACK_DAYS),
});

/**
 * Reads and validates the parameters.
 *
 * @throws NodeOperationError that names the parameter
 */
export async function readParameters(context: IPollFunctions): Promise<PollParameters> {
	const filterValues = context.getNodeParameter('filters', {}) as IDataObject;
	const { lookBack } = context.getNodeParameter('options', {}) as IDataObject;
	const event = context.getNodeParameter('event') as Event;
	const values = validate(context, rules, fields, { ...filterValues, event, lookBack });

	const list = lists[event];
	const { filters, statuses } = filtersOf(event, values);
	const isOfCharges = list.path === lists.newCharge.path;
	// By name, since the list may lack some without the filter.
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
		lookBack: values.lookBack,
		key: JSON.stringify([STATE_VERSION, event, inOrder(filters), address, credentialId(context)]),
	};
}

/** Returns filters with the values of each in one order: that of a selection means nothing. */
function inOrder(filters: IDataObject): IDataObject {
	const entries = Object.entries(filters).map(([name, value]) => [
		name,
		Array.isArray(value) ? value.toSorted() : value,
	]);
	return Object.fromEntries(entries) as IDataObject;
}

/** Returns the filters of an event by their names in the API, and the statuses that the user selected. */
function filtersOf(
	event: Event,
	values: z.infer<typeof rules>,
): { filters: IDataObject; statuses?: string[] } {
	const { locationIds, status, customerEmail } = values;
	switch (event) {
		case 'chargeStatusChanged':
			return { filters: defined({ location_ids: locationIds }), statuses: values.statuses };
		case 'newCharge':
			return { filters: defined({ location_ids: locationIds, statuses: values.statuses }) };
		case 'newPayout':
			return { filters: defined({ status }) };
		case 'newOrder':
			return { filters: defined({ statuses: values.orderStatuses }) };
		case 'newCustomer':
			return { filters: {} };
		case 'invoiceStatusChanged':
			return {
				filters: defined({ customer_email: customerEmail }),
				statuses: values.invoiceStatuses,
			};
		case 'subscriptionStatusChanged':
			return {
				filters: defined({ customer_email: customerEmail }),
				statuses: values.subscriptionStatuses,
			};
		case 'transferStatusChanged':
			return { filters: {}, statuses: values.transferStatuses };
	}
}
