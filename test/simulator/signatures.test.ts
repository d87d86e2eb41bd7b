import { signBody, signFields } from '../../simulator/webhooks/signatures';

// Values are from `printf '<message>' | openssl dgst -sha256 -hmac vector-salt`.
describe('signatures', () => {
	const salt = 'vector-salt';

	test('of fields: names and values sorted by name, including empty ones, without hmac', () => {
		// amount599.00currencySGDpayment_id…phonereference_numberORDER 7 & é=1statuscompleted
		const fields = {
			status: 'completed',
			reference_number: 'ORDER 7 & é=1',
			phone: '',
			payment_request_id: '9a1b2c3d-0000-4000-8000-000000000002',
			payment_id: '9a1b2c3d-0000-4000-8000-000000000001',
			currency: 'SGD',
			amount: '599.00',
		};
		const hmac = '23fe5303baaf692313af4a84462da99082d61b3ab68e032dab962a1ede950134';
		expect(signFields(fields, salt)).toBe(hmac);
		expect(signFields({ hmac, ...fields }, salt)).toBe(hmac);
		expect(signFields(fields, `${salt}2`)).not.toBe(hmac);
	});

	test('of fields: capitals before small letters', () => {
		// B2a1b_a3
		expect(signFields({ a: '1', b_a: '3', B: '2' }, salt)).toBe(
			'bb2b381545f9345a0e89152bd1e242786d4514785ff856c3a7f0c7e7379e81d9',
		);
	});

	test('of bodies: the bytes as sent', () => {
		const body = '{"id":"9a1b2c3d-0000-4000-8000-000000000001","amount":12.5,"remark":"é €"}';
		expect(signBody(body, salt)).toBe(
			'345ed9dd2505d94cca53e3ebd78d5ddb021c5c1b227b75c1c02802774b119f19',
		);
		expect(signBody('', salt)).toBe(
			'5f45bd6767ffb73fd17570dec289e1feeb5259ee9a3918864357d3bebf922a96',
		);
	});
});
