import { Secrets } from '../../nodes/Payments/run/secrets';
import { readResponse } from '../../nodes/Payments/transport/response';

const secrets = new Secrets({ apiKey: 'key-of-the-test' });

test.each(['GET', 'POST'] as const)('text that is no JSON is no response to a %s', (method) => {
	for (const text of ['<html></html>', ' OK ']) {
		expect(() => readResponse(text, method, secrets)).toThrow(
			'The Payments API returned a web page or other text instead of data',
		);
	}
});

test.each(['', ' \r\n'])('a write may have no body, a read may not: %j', (body) => {
	for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
		expect(readResponse(body, method, secrets)).toBe('');
	}
	for (const method of ['GET', undefined] as const) {
		expect(() => readResponse(body, method, secrets)).toThrow(
			'The Payments API returned an empty response',
		);
	}
});

test('data is read without secrets', () => {
	const data = { name: 'For key-of-the-test', list: [1, null] };
	expect(readResponse(data, 'GET', secrets)).toEqual({ name: 'For [hidden]', list: [1, null] });
});
