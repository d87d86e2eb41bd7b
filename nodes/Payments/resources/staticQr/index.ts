import { resource } from '../resource';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';

export const staticQr = resource(
	{ name: 'Static QR', value: 'staticQr', mayNeedScope: true, preselected: create },
	[create, deleteOperation, get, getMany, update],
);
