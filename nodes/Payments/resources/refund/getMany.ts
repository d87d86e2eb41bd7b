import { refundsOfCharge } from '../../handlers/lists/refundsOfCharge';
import * as field from '../fields';
import * as operation from '../operation';
import { listedRefundRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many refunds',
	description: 'Retrieve the refunds of a charge, if the Payments API lists them',
	url: '/v1/charges/{charge_id}',
	parameters: {
		// Named as in Create: an operation of charges would be slower with a second parameter of its name (field.charge).
		charge_id: field.charge('The charge whose refunds to retrieve', { name: 'paymentId' }),
	},
	output: listedRefundRecord,
	handler: refundsOfCharge,
});
