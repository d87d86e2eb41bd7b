import { nested, time, unchanged, recordType } from '../../output/recordType';

/** docs/interface.md, Customer. */
export const customerRecord = recordType(
	{
		id: unchanged,
		name: unchanged,
		email: unchanged,
		phone_number_country_code: unchanged,
		phone_number: unchanged,
		remark: unchanged,
		created_at: time,
	},
	{
		address_city: nested('address', 'city'),
		address_country: nested('address', 'country'),
		address_postal_code: nested('address', 'postal_code'),
		address_state: nested('address', 'state'),
		address_street: nested('address', 'street'),
		birth_date: unchanged,
		gender: unchanged,
		updated_at: time,
	},
);
