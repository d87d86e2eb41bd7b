import { notice } from '../fields/notice';
import * as operation from '../operation';
import { email, optional } from './parameters';
import { customerRecord } from './record';

export const create = operation.create({
	action: 'Create a customer',
	description: 'Add a person or a company to the customers of the business',
	url: '/v1/customers',
	parameters: { email },
	below: [
		notice(
			"Each execution creates another customer, also one by hand and even if one has this email. 'Create or Update' avoids that.",
		),
	],
	output: customerRecord,
	additionalFields: optional,
});
