import { unchanged, time, type RecordType } from '../../output/recordType';

/** docs/interface.md, Location. */
export const locationRecord: RecordType = {
	fields: {
		id: unchanged,
		active: unchanged,
		business_id: unchanged,
		city: unchanged,
		country: unchanged,
		created_at: time,
		name: unchanged,
		pickups: unchanged,
		postal_code: unchanged,
		state: unchanged,
		street: unchanged,
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
