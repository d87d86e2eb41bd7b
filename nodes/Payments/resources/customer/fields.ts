import type { INodeProperties } from 'n8n-workflow';

import { hints } from '../../shared/messages/parameters';
import { day, email, optional, text, uuid } from '../../validation/rules';
import { addressField, addressRule, part } from '../fields/address';
import { dayField } from '../fields/day';
import { locator } from '../fields/resourceLocator';

/** One customer. The operation describes what it is for. */
export const customerField = locator({
	displayName: 'Customer',
	name: 'customerId',
	placeholder: 'Select a customer...',
	searchListMethod: 'searchCustomers',
});

/** The rule for `customerField`. */
export const customerRule = uuid(hints.customerId);

/** The customer that an operation is about. */
export const idField: INodeProperties = {
	...customerField,
	required: true,
	description: 'The customer to retrieve',
	routing: { send: { type: 'query', property: 'customer_id' } },
};

export const emailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. ann@example.com',
	description: 'The email address of the customer',
	routing: { send: { type: 'body', property: 'email' } },
};

/** The optional fields of a customer, in every operation that creates or changes one. */
export const optionalFields: INodeProperties[] = [
	addressField(
		[part('Street', 'street', 'e.g. 1 Orchard Road', 'The street and the house number')],
		'The address of the customer: all of it except Country, which is optional',
	),
	{
		...dayField,
		displayName: 'Birth Date',
		name: 'birthDate',
		description: 'The day on which the customer was born',
		routing: { send: { type: 'body', property: 'birth_date' } },
	},
	{
		displayName: 'Gender',
		name: 'gender',
		type: 'string',
		default: '',
		placeholder: 'e.g. female',
		description: 'The gender of the customer',
		routing: { send: { type: 'body', property: 'gender' } },
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ann Tan',
		description: 'The name of the person or the company',
		routing: { send: { type: 'body', property: 'name' } },
	},
	{
		displayName: 'Phone Number Country Code',
		name: 'phoneCountryCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. 65',
		description: 'The country code of the phone number',
		routing: { send: { type: 'body', property: 'phone_number_country_code' } },
	},
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. 91234567',
		description: 'The phone number of the customer. HitPay may require it for a new customer.',
		routing: { send: { type: 'body', property: 'phone_number' } },
	},
	{
		displayName: 'Remark',
		name: 'remark',
		type: 'string',
		default: '',
		placeholder: 'e.g. Wholesale',
		description: 'A note about the customer, up to 255 characters',
		routing: { send: { type: 'body', property: 'remark' } },
	},
];

/** The rule for `emailField`. */
export const emailRule = email();

/** The rules for `optionalFields`. */
export const optionalRules = {
	address: optional(
		addressRule({ street: 'Street', city: 'City', state: 'State', postal_code: 'Postal Code' }),
	),
	birth_date: optional(day()),
	gender: optional(text()),
	name: optional(text()),
	phone_number: optional(text()),
	phone_number_country_code: optional(text()),
	remark: optional(text(255)),
};
