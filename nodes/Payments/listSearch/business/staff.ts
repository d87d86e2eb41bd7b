import { isObject } from '../../shared/record';
import { listAtOnce } from '../atOnce';
import { line } from '../label';

/** Lists staff members with their roles. */
export const searchStaff = listAtOnce('/v1/staffs', ({ name, role }) =>
	line(name, isObject(role) ? role.title : undefined),
);
