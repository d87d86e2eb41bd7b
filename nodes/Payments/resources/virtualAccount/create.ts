import { creations } from '../../shared/messages/refunds';
import * as operation from '../operation';
import { virtualAccountRecord } from './record';

export const create = operation.create({
	action: 'Create a virtual account',
	description: 'Open a bank account number to which customers transfer money',
	url: '/v1/virtual-accounts',
	output: virtualAccountRecord,
	options: { onlyOne: creations.hasVirtualAccount },
});
