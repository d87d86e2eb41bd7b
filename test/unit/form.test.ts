import { asForm } from '../../nodes/Payments/transport/form';

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
