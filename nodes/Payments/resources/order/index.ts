import { resource } from '../resource';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';

export const order = resource(
	{ name: 'Order', value: 'order', mayNeedScope: true, preselected: getMany },
	[create, deleteOperation, get, getMany, update],
);
