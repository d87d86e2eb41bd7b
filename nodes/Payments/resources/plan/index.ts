import { resource } from '../resource';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';

export const plan = resource({ name: 'Plan', value: 'plan', preselected: create }, [
	create,
	deleteOperation,
	get,
	getMany,
	update,
]);
