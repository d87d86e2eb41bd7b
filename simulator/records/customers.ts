import type { Charge, Customer } from './types';

/** The fields of a customer without a value. */
export const blankCustomer = {
	name: null,
	phone_number: null,
	phone_number_country_code: null,
	remark: null,
	birth_date: null,
	gender: null,
	address: null,
};

/** Returns the customers of charges, newest first: each was created with its first charge. */
export function customersOf(charges: readonly Charge[]): Customer[] {
	const customers = new Map<string, Customer>();
	for (const { customer_id: id, customer, created_at } of charges) {
		// Charges are newest first: the last one is the first of a customer.
		customers.delete(id);
		customers.set(id, {
			id,
			...customer,
			// Charges have the number with its country code.
			phone_number: customer.phone_number.replace(/^\+65/, ''),
			phone_number_country_code: '65',
			remark: null,
			birth_date: null,
			gender: null,
			address: null,
			created_at,
			updated_at: created_at,
		});
	}
	return [...customers.values()];
}
