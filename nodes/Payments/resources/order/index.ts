import { resource } from '../resource';
import { get } from './get';
import { getMany } from './getMany';

export const order = resource(
	{ name: 'Order', value: 'order', mayNeedScope: true },
	[get, getMany],
	getMany,
);
