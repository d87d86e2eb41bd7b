import { resource } from '../resource';
import { create } from './create';
import { get } from './get';
import { getMany } from './getMany';

export const virtualAccount = resource(
	{ name: 'Virtual Account', value: 'virtualAccount', mayNeedScope: true, preselected: getMany },
	[create, get, getMany],
);
