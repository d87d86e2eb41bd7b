import { unchanged, time, recordType } from '../../output/recordType';

/** docs/interface.md, Location. */
export const locationRecord = recordType(
	{
		id: unchanged,
		name: unchanged,
		active: unchanged,
		street: unchanged,
		city: unchanged,
		state: unchanged,
		postal_code: unchanged,
		country: unchanged,
		created_at: time,
	},
	{
		business_id: unchanged,
		pickups: unchanged,
		updated_at: time,
	},
);
