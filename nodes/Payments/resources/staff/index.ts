import { resource } from '../resource';
import { get } from './get';
import { getMany } from './getMany';

export const staff = resource(
	{ name: 'Staff', value: 'staff', mayNeedScope: true, preselected: getMany },
	[get, getMany],
);
