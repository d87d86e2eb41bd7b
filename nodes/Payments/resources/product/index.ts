import { resource } from '../resource';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';

export const product = resource(
	{ name: 'Product', value: 'product', mayNeedScope: true, preselected: getMany },
	[create, deleteOperation, get, getMany, update],
);
