import { command } from '../../handlers/once/command';
import * as field from '../fields';
import { notice } from '../fields/notice';
import * as operation from '../operation';

export const cancelPayment = operation.other({
	name: 'Cancel Payment',
	value: 'cancelPayment',
	action: 'Cancel payment at a reader',
	description: 'Let a reader stop asking a customer for a payment',
	method: 'POST',
	url: '/v1/readers/cancel',
	// The customer at the reader may be another one.
	toolNeeds: 'permission',
	parameters: { reader_id: field.reader('The reader that stops asking') },
	below: [
		notice(
			"The payment request itself stays: delete it with 'Payment Request: Delete' if its link must not be paid either.",
		),
	],
	sample: { success: true, reader_id: '' },
	handler: command,
});
