import type { INodePropertyOptions } from 'n8n-workflow';

import { amount as amountRule } from '../../validation/rules';
import * as field from '../fields';

/** docs/interface.md, Order. */
const channelOptions: INodePropertyOptions[] = [
	{ name: 'Online Store', value: 'online_store' },
	{ name: 'Point of Sale', value: 'point_of_sale' },
];

/** The required parameters of an order. */
export const money = {
	amount: field.amount('The total of the order, in major units (12.50)', { rule: amountRule() }),
	currency: field.currency('The currency of the order'),
};

export const channel = field.choice(
	'Channel',
	'Where the order was made',
	channelOptions,
	'point_of_sale',
);

/** The optional parameters of an order, in Create and in Update. */
export const optional = {
	customer_id: field.customer('The customer who ordered'),
	customer_pickup: field.boolean('Customer Pickup', 'Whether the customer collects the order', {
		default: true,
	}),
	discount_amount: field.amount(
		"How much less the customer pays, in major units (12.50). The node sends 'Amount' as you enter it: check the total in the output.",
		{
			displayName: 'Discount Amount',
			rule: amountRule(),
		},
	),
	discount_reason: field.text('Discount Reason', 'Why there is a discount', 'e.g. Member'),
	location_id: field.location('The location of the order'),
	remark: field.text('Remark', 'A note about the order', 'e.g. Table 7'),
	business_user_id: field.staff('The staff member who took the order'),
};
