import { resource } from '../resource';
import { get } from './get';
import { getMany } from './getMany';
import { printReceipt } from './printReceipt';

export const charge = resource({ name: 'Charge', value: 'charge', preselected: getMany }, [
	get,
	getMany,
	printReceipt,
]);
