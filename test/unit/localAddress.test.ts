import { hasLocalAddress } from '../../nodes/Payments/errors/localAddress';

/** Addresses that HitPay cannot reach: docs/dialects.md, row 31. */

test.each([
	'http://localhost:5678/webhook/payments',
	'http://LOCALHOST/',
	'http://n8n:5678/webhook/payments',
	'http://n8n.localhost/',
	'http://n8n.local:5678/',
	'http://127.0.0.1:5678/',
	'http://0.0.0.0/',
	'https://10.1.2.3/',
	'https://172.16.0.1/',
	'https://172.31.255.1/',
	'https://192.168.1.20/',
	'https://169.254.1.1/',
	'http://[::1]:5678/',
	'http://[fd12::1]/',
	'http://[fe80::1]/',
])('%s is on a local host', (webhook) => {
	expect(hasLocalAddress({ amount: 1, webhook })).toBe(true);
});

test.each([
	'https://n8n.example.com/webhook/payments',
	'https://localhost.example.com/',
	'https://10.example.com/',
	'https://172.32.0.1/',
	'https://8.8.8.8/?next=http://localhost',
	'http://[2001:db8::1]/',
	'localhost',
	'',
	42,
	null,
	{ url: 'http://localhost/' },
])('%j is not', (webhook) => {
	expect(hasLocalAddress({ amount: 1, webhook })).toBe(false);
});

test('what has no values has no address', () => {
	expect(hasLocalAddress(undefined)).toBe(false);
});
