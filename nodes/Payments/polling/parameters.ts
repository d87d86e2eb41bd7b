import type { IDataObject, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { apiAddress } from '../../../credentials/environments';
import type { RecordType } from '../output/recordType';
import { listedChargeRecord } from '../resources/charge/record';
import { statusOptions } from '../resources/payout/getMany';
import { payoutRecord } from '../resources/payout/record';
import { normalizeStatus, statusFilter } from '../shared/chargeStatus';
import { credentialId, credentialType } from '../shared/credential';
import { chargeStatusesRule } from '../shared/fields/chargeStatuses';
import { locationsRule } from '../shared/fields/location';
import { defined } from '../shared/record';
import { oneOf, integer } from '../shared/validation/rules';
import { validate } from '../shared/validation/validate';
import {
	eventField,
	fields,
	MAX_LOOK_BACK_DAYS,
	DEFAULT_LOOK_BACK_DAYS,
	type Event,
} from './fields';

/** A list of the API (docs/interface.md, GET /v1/charges and GET /v1/payouts). */
interface List {
	path: string;
	/** The name of its filter by day: records created on this day or later. */
	from: string;
	type: RecordType;
	/** The name of its records, for messages. */
	name: string;
}

const charges: List = {
	path: '/v1/charges',
	from: 'date_from',
	type: listedChargeRecord,
	name: 'charges',
};

/** With 'previous_status' and the calendar day, Simplified would have eleven fields. */
const changedCharges: List = {
	...charges,
	type: {
		...listedChargeRecord,
		simplified: listedChargeRecord.simplified.filter((name) => name !== 'payment_method'),
	},
};

const payouts: List = {
	path: '/v1/payouts',
	from: 'created_at_from',
	type: payoutRecord,
	name: 'payouts',
};

/** The values of the parameters. */
export interface PollParameters {
	event: Event;
	list: List;
	/** The filters that the API applies, by its names. */
	query: IDataObject;
	/** The statuses to output, for changes only: a list filtered by these would not show when a status changes. */
	statuses?: Set<string>;
	/** The maximum age of a record, in days. */
	lookBack: number;
	/** Identifies what is polled: a state recorded with another key is discarded. */
	key: string;
}

const rules = z.object({
	event: oneOf(eventField.options as INodePropertyOptions[]),
	locationIds: locationsRule.optional(),
	statuses: chargeStatusesRule.optional(),
	status: oneOf(statusOptions).optional(),
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

	const { locationIds, statuses, status } = values;
	const isChange = event === 'chargeStatusChanged';
	const list = event === 'newPayout' ? payouts : isChange ? changedCharges : charges;
	const selected = isChange ? undefined : statuses;
	const filters = defined({ location_ids: locationIds, statuses: selected, status });
	// By name, since the list may lack some without the filter.
	const query = list === payouts ? filters : { ...filters, statuses: statusFilter(selected) };

	const address = apiAddress(await context.getCredentials(credentialType(context)));
	return {
		event,
		list,
		query,
		statuses: isChange && statuses ? new Set(statuses.map(normalizeStatus)) : undefined,
		lookBack: values.lookBack,
		key: JSON.stringify([event, filters, address, credentialId(context)]),
	};
}
