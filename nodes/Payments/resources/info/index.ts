import { resource } from '../resource';
import { get } from './get';
import { getAccountStatus } from './getAccountStatus';

export const info = resource({ name: 'Info', value: 'info', preselected: get }, [
	get,
	getAccountStatus,
]);
