import { nested, time, unchanged, type RecordType } from '../../output/recordType';

/** docs/interface.md, Customer. */
export const customerRecord: RecordType = {
	fields: {
		id: unchanged,
		address_city: nested('address', 'city'),
		address_country: nested('address', 'country'),
		address_postal_code: nested('address', 'postal_code'),
		address_state: nested('address', 'state'),
		address_street: nested('address', 'street'),
		birth_date: unchanged,
		created_at: time,
		email: unchanged,
		gender: unchanged,
		name: unchanged,
		phone_number: unchanged,
		phone_number_country_code: unchanged,
		remark: unchanged,
		updated_at: time,
	},
	simplified: [
		'id',
		'name',
		'email',
		'phone_number_country_code',
		'phone_number',
		'remark',
		'created_at',
	],
};

/** The fields that a customer is created with and that an update changes. */
export const writableFields = [
	'address',
	'birth_date',
	'email',
	'gender',
	'name',
	'phone_number',
	'phone_number_country_code',
	'remark',
];
