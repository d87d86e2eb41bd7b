import { command } from '../../handlers/once/command';
import * as field from '../fields';
import * as operation from '../operation';

export const printReceipt = operation.other({
	name: 'Print Receipt',
	value: 'printReceipt',
	action: 'Print receipt of a charge',
	description:
		'Print what a customer paid on an all-in-one terminal, which HitPay has in Singapore',
	method: 'POST',
	url: '/v1/charges/{charge_id}/receipt/print',
	parameters: {
		charge_id: field.charge(),
		terminal_id: field.reader('The terminal that prints', { displayName: 'Terminal' }),
	},
	sample: { success: true, terminal_id: '' },
	handler: command,
});
