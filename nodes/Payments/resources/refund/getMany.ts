import { refundsOfCharge } from '../../handlers/refundsOfCharge';
import * as field from '../fields';
import * as operation from '../operation';
import { listedRefundRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many refunds',
	description: 'Retrieve the refunds of a charge, if the Payments API lists them',
	url: '/v1/charges/{charge_id}',
	parameters: { charge_id: field.charge('The charge whose refunds to retrieve') },
	output: listedRefundRecord,
	handler: refundsOfCharge,
});
