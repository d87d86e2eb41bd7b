import { resource } from '../resource';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';

export const product = resource(
	{ name: 'Product', value: 'product', mayNeedScope: true },
	[deleteOperation, get, getMany],
	getMany,
);
