import type { Simulator } from '../../simulator';

/** A function that asks the API for something directly, with the API key, as somebody else than the node. */
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
