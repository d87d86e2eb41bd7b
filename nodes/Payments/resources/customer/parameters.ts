import { text as textRule } from '../../validation/rules';
import * as field from '../fields';

export const email = field.email('Email', 'The email address of the customer');

/** The optional parameters, in every operation that creates or changes a customer. */
export const optional = {
	address: field.address(
		'The address of the customer: all of it except Country, which is optional',
		{ street: field.text('Street', 'The street and the house number', 'e.g. 1 Orchard Road') },
		'country',
	),
	birth_date: field.day('Birth Date', 'The day on which the customer was born'),
	gender: field.text('Gender', 'The gender of the customer', 'e.g. female'),
	name: field.text('Name', 'The name of the person or the company', 'e.g. Ann Tan'),
	phone_number: field.text(
		'Phone Number',
		'The phone number, without the calling code of the country. HitPay may require it for a new customer.',
		'e.g. 91234567',
	),
	phone_number_country_code: field.text(
		'Phone Number Country Code',
		'The calling code of the country: 65 is Singapore',
		'e.g. 65',
		{ name: 'phoneCountryCode' },
	),
	remark: field.text(
		'Remark',
		'A note about the customer, up to 255 characters',
		'e.g. Wholesale',
		{ rule: textRule(255) },
	),
};

/** The fields that Create sends and Update changes, by the names of the Payments API. */
export const writableFields = [...Object.keys(optional), 'email'].sort();
