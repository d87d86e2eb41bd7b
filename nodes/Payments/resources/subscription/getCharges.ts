import { chargesOfSubscription } from '../../handlers/lists/chargesOfSubscription';
import { statusFilter } from '../../shared/chargeStatus';
import { statuses } from '../charge/parameters';
import { chargeRecord } from '../charge/record';
import * as field from '../fields';
import * as operation from '../operation';

export const getCharges = operation.getMany({
	name: 'Get Charges',
	value: 'getCharges',
	action: 'Get charges of a subscription',
	description: 'Retrieve a list of what a subscription was charged',
	url: '/v1/charges',
	parameters: {
		recurring_billing_id: field.subscription(
			"The subscription whose charges to retrieve. The Payments API cannot filter by it, so each charge of the account since it was created is read: 'Created' or 'Created From' makes that faster.",
		),
	},
	output: chargeRecord,
	days: field.created({ from: 'date_from', to: 'date_to' }, 'charges created on'),
	filters: { statuses },
	rules: (schema) =>
		schema.transform((filters) => ({ ...filters, statuses: statusFilter(filters.statuses) })),
	handler: chargesOfSubscription,
});
