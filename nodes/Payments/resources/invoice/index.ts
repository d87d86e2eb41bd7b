import { resource } from '../resource';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { send } from './send';
import { update } from './update';

export const invoice = resource(
	{ name: 'Invoice', value: 'invoice', mayNeedScope: true, preselected: create },
	[create, deleteOperation, get, getMany, send, update],
);
