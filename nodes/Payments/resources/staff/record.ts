import { nested, unchanged, recordType } from '../../output/recordType';

/** docs/interface.md, Staff member. */
export const staffRecord = recordType(
	{
		id: unchanged,
		name: unchanged,
		role: nested('role', 'title'),
		role_id: nested('role', 'id'),
	},
	{},
);
