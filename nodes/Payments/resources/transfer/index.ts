import { resource } from '../resource';
import { get } from './get';
import { getMany } from './getMany';

export const transfer = resource(
	{ name: 'Transfer', value: 'transfer', mayNeedScope: true },
	[get, getMany],
	getMany,
);
