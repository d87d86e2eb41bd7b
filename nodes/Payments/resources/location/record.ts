import { same, time, type RecordType } from '../../shared/output';

/** docs/interface.md, Location. */
export const locationRecord: RecordType = {
	fields: {
		id: same,
		active: same,
		business_id: same,
		city: same,
		country: same,
		created_at: time,
		name: same,
		pickups: same,
		postal_code: same,
		state: same,
		street: same,
		updated_at: time,
	},
	simplified: [
		'id',
		'name',
		'active',
		'street',
		'city',
		'state',
		'postal_code',
		'country',
		'created_at',
	],
};
