import { webhookPathOf } from '../../nodes/Payments/shared/webhookPath';

test.each([
	['payments', 'payments'],
	['/shop/payments/', 'shop/payments'],
	['ux_shop-2', 'ux_shop-2'],
	['4b1d6c3e-0000-4000-8000-000000000001', '4b1d6c3e-0000-4000-8000-000000000001'],
	[2026, '2026'],
])('%j is the path %s', (entered, path) => {
	expect(webhookPathOf(entered)).toBe(path);
});

test.each([
	'ux shop',
	' shop',
	'//shop',
	'shop//payments',
	'../payments',
	'shop?event=refund',
	'shop/:id',
	'caf\u00e9',
	'https://n8n.example.com/webhook/shop',
	'',
	'/',
	null,
	undefined,
	{},
])('%j is not a path', (entered) => {
	expect(webhookPathOf(entered)).toBeUndefined();
});
