import { resource } from '../resource';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';

export const paymentRequest = resource({ name: 'Payment Request', value: 'paymentRequest' }, [
	create,
	deleteOperation,
	get,
	getMany,
	update,
]);
