import * as field from '../fields';
import * as operation from '../operation';
import { virtualAccountRecord } from './record';

export const get = operation.get({
	action: 'Get a virtual account',
	description: 'Retrieve one virtual account with its number (reference) and its currencies',
	url: '/v1/virtual-accounts/{virtual_account_id}',
	parameters: { virtual_account_id: field.virtualAccount() },
	output: virtualAccountRecord,
});
