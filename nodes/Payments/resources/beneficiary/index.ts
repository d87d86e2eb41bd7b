import { resource } from '../resource';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';

export const beneficiary = resource(
	{ name: 'Beneficiary', value: 'beneficiary', mayNeedScope: true, preselected: getMany },
	[create, deleteOperation, get, getMany, update],
);
