import { resource } from '../resource';
import { create } from './create';
import { estimate } from './estimate';
import { get } from './get';
import { getMany } from './getMany';

export const transfer = resource(
	{ name: 'Transfer', value: 'transfer', mayNeedScope: true, preselected: getMany },
	[create, estimate, get, getMany],
);
