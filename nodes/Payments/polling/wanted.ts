import type { IDataObject, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { apiAddress } from '../../../credentials/environments';
import { statusesOptions } from '../resources/charge/getMany';
import { listedChargeRecord } from '../resources/charge/record';
import { statusOptions } from '../resources/payout/getMany';
import { payoutRecord } from '../resources/payout/record';
import { locationsRule } from '../shared/location';
import type { RecordType } from '../shared/output';
import { oneOf, someOf, whole } from '../shared/rules';
import { checkValues } from '../transport/check';
import { credentialId, credentialType } from '../transport/credential';
import { eventField, fields, LONGEST_LOOK_BACK, LOOK_BACK, type Event } from './fields';

/** A list of the service (docs/interface.md, GET /v1/charges and GET /v1/payouts). */
interface List {
	path: string;
	/** What its filter by day is called: made on this day or later. */
	from: string;
	type: RecordType;
	/** What its records are called. */
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

/** What the parameters ask for. */
export interface Wanted {
	event: Event;
	list: List;
	/** The filters that the service applies, by its names. */
	query: IDataObject;
	/** Those statuses only; of changes, since a list of these statuses would not show the others. */
	statuses?: Set<string>;
	/** How many days old a record may be. */
	lookBack: number;
	/** What tells this listening from others: what is remembered of one is of no use to another. */
	key: string;
}

const rules = z.object({
	event: oneOf(eventField.options as INodePropertyOptions[]),
	locationIds: locationsRule.optional(),
	statuses: someOf(statusesOptions).optional(),
	status: oneOf(statusOptions).optional(),
	lookBack: whole(1, LONGEST_LOOK_BACK).default(LOOK_BACK),
});

/**
 * Reads and checks the parameters.
 *
 * @throws an error that names the parameter
 */
export async function readWanted(context: IPollFunctions): Promise<Wanted> {
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	const { lookBack } = context.getNodeParameter('options', {}) as IDataObject;
	const event = context.getNodeParameter('event') as Event;
	const values = checkValues(context, rules, fields, { ...given, event, lookBack });

	const { locationIds, statuses, status } = values;
	const isChange = event === 'chargeStatusChanged';
	const list = event === 'newPayout' ? payouts : isChange ? changedCharges : charges;
	const filters = { location_ids: locationIds, statuses: isChange ? undefined : statuses, status };
	const query = Object.fromEntries(
		Object.entries(filters).filter(([, value]) => value !== undefined),
	) as IDataObject;

	const address = apiAddress(await context.getCredentials(credentialType(context)));
	return {
		event,
		list,
		query,
		statuses: isChange && statuses ? new Set(statuses.map(plainStatus)) : undefined,
		lookBack: values.lookBack,
		key: JSON.stringify([event, query, address, credentialId(context)]),
	};
}

/** The service's filter calls success what its records call succeeded (docs/interface.md, Charge status). */
export function plainStatus(status: unknown): string {
	return status === 'success' ? 'succeeded' : String(status);
}
