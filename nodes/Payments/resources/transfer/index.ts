import { resource } from '../resource';
import { estimate } from './estimate';
import { get } from './get';
import { getMany } from './getMany';

export const transfer = resource(
	{ name: 'Transfer', value: 'transfer', mayNeedScope: true },
	[estimate, get, getMany],
	getMany,
);
