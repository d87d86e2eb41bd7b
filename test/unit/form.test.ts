import { asForm, formHeaders, isForm } from '../../nodes/Payments/transport/form';

test('a form leaves out undefined values and null, also within a list', () => {
	const variations = [{ price: 0, quantity: null }, { price: 45.5 }];
	const body = { name: 'Shirt', publish: false, description: undefined, variations };
	const { body: form } = asForm({ method: 'POST', body });
	const parts = [...(form as string).matchAll(/name="(.*)"\r\n\r\n(.*)\r\n/g)];
	expect(parts.map(([, name, value]) => [name, value])).toEqual([
		['name', 'Shirt'],
		['publish', '0'],
		['variations[0][price]', '0'],
		['variations[1][price]', '45.5'],
	]);
});

test('a change is a POST with its method in a field, since PHP reads no other forms', () => {
	const headers = { ...formHeaders, accept: 'application/json' };
	const sent = asForm({ method: 'PUT', url: '/v1/products/1', headers, body: { name: 'Mug' } });
	const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(
		sent.headers!['Content-Type'] as string,
	)![1];
	expect(sent).toEqual({
		method: 'POST',
		url: '/v1/products/1',
		headers: { accept: 'application/json', 'Content-Type': expect.any(String) as string },
		body: [
			`--${boundary}`,
			'Content-Disposition: form-data; name="_method"\r\n\r\nPUT',
			`--${boundary}`,
			'Content-Disposition: form-data; name="name"\r\n\r\nMug',
			`--${boundary}--\r\n`,
		].join('\r\n'),
	});
});

test('is a form by its header', () => {
	expect(isForm({ url: '', headers: formHeaders })).toBe(true);
	expect(isForm({ url: '', headers: {} })).toBe(false);
	expect(isForm({ url: '' })).toBe(false);
});
