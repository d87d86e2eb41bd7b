import { creations } from '../../shared/messages/refunds';
import * as operation from '../operation';
import { virtualAccountRecord } from './record';

export const create = operation.create({
	action: 'Create a virtual account',
	description:
		'Open the bank account number (reference) to which customers of the business transfer money',
	url: '/v1/virtual-accounts',
	output: virtualAccountRecord,
	options: { onlyOne: creations.hasVirtualAccount },
});
