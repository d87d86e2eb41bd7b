import type { INodeProperties } from 'n8n-workflow';

import { withFieldLabels } from '../../nodes/Payments/errors/fieldLabels';

const field = (displayName: string, property: string, more: Partial<INodeProperties> = {}) =>
	({
		displayName,
		name: 'x',
		type: 'string',
		default: '',
		routing: { send: { property } },
		...more,
	}) as INodeProperties;

const fields: INodeProperties[] = [
	field('Amount', 'amount'),
	field('Payment', 'payment_id'),
	field('Payment Request', 'payment_request_id'),
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		default: {},
		options: [
			field('Return QR Content', 'generate_qr'),
			field('Payment Methods', 'payment_methods', {
				type: 'multiOptions',
				options: [
					{ name: 'Card', value: 'card' },
					{ name: 'PayNow', value: 'paynow_online' },
				],
			}),
			field('Redirect URL', 'redirect_url'),
		],
	},
];

test.each([
	['The redirect_url field is required.', "'Redirect URL' is required."],
	['The redirect url must be a valid URL.', "'Redirect URL' must be a valid URL."],
	['redirect_url: The redirect url format is invalid.', "'Redirect URL' format is invalid."],
	['redirect_url: Too long.', "'Redirect URL': Too long."],
	['No "redirect_url" is given', "No 'Redirect URL' is given"],
	['The amount must be at least 0.3.', "'Amount' must be at least 0.3."],
	['No; amount: Too low.', "No; 'Amount': Too low."],
	['payment_methods.0: Not known.', "'Payment Methods': Not known."],
	['payment_request_id and payment_id', "'Payment Request' and 'Payment'"],
	[
		'The generate_qr field needs payment_methods of paynow_online.',
		"'Return QR Content' needs 'Payment Methods' of PayNow.",
	],
	// No names of fields.
	['Only an amount that remains can be refunded.', 'Only an amount that remains can be refunded.'],
	['The card was declined', 'The card was declined'],
	['The payment request was paid', 'The payment request was paid'],
	['cycle_repeat: Too low.', 'cycle_repeat: Too low.'],
])('%s becomes %s', (message, text) => {
	expect(withFieldLabels(message, fields).text).toBe(text);
});

test('the labels in a message are returned once each', () => {
	const message = 'The redirect_url field is odd, see redirect_url and the amount; amount: No.';
	expect(withFieldLabels(message, fields).labels).toEqual(["'Amount'", "'Redirect URL'"]);
	expect(withFieldLabels('No.', fields).labels).toEqual([]);
});
