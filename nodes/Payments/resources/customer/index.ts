import { resource } from '../resource';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';
import { upsert } from './upsert';

export const customer = resource(
	{ name: 'Customer', value: 'customer', mayNeedScope: true, preselected: create },
	[create, upsert, deleteOperation, get, getMany, update],
);
