import type { Simulator } from '../../simulator';

/** A function that sends a request to the API directly, with the API key, as somebody else than the node. */
export function requester(simulator: Simulator) {
	return async <T = { id: string }>(path: string, body?: object, method = 'POST') => {
		const answer = await fetch(`${simulator.url}${path}`, {
			method,
			headers: { 'x-business-api-key': simulator.apiKey, 'content-type': 'application/json' },
			body: body && JSON.stringify(body),
		});
		expect(answer.ok).toBe(true);
		return (answer.status === 204 ? {} : await answer.json()) as T;
	};
}

/** The fields of an invoice that the API requires, with an amount. */
export const invoiceBody = {
	invoice_date: '2026-03-01',
	currency: 'SGD',
	payment_by: 'amount',
	amount: 100,
	subtotal: 100,
	customer: { name: 'Ann Tan', email: 'ann@example.com' },
	auto_invoice_number: '1',
};
