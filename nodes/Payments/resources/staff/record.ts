import { nested, unchanged, type RecordType } from '../../output/recordType';

/** docs/interface.md, Staff member. */
export const staffRecord: RecordType = {
	fields: {
		id: unchanged,
		name: unchanged,
		role: nested('role', 'title'),
		role_id: nested('role', 'id'),
	},
	simplified: ['id', 'name', 'role', 'role_id'],
};
