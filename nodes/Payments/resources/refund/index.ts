import { resource } from '../resource';
import { create } from './create';
import { get } from './get';
import { getMany } from './getMany';

export const refund = resource({ name: 'Refund', value: 'refund', preselected: create }, [
	create,
	get,
	getMany,
]);
