import { check, type Options, type Result } from '../../live/check';
import { PLAN_LIMITS } from '../../live/trials';
import type { Fault, Simulator } from '../../simulator';
import { mustViolate } from '../useSimulator';

/**
 * Runs the check against the simulator. It sends on purpose what the contract forbids: what an update may leave out (rows
 * 1, 2 and 41), and plans above the limits that some sources have (row 43).
 */
export async function run(
	{ url, apiKey, requests }: Simulator,
	options: Partial<Options> = {},
): Promise<Result> {
	const result = await check({ url, apiKey, ...options });
	for (const path of ['payment-requests', 'subscription-plan', 'recurring-billing']) {
		const update = new RegExp(`^PUT /v1/${path}/`);
		if (requests.some((one) => update.test(`${one.method} ${one.path}`))) {
			mustViolate(new RegExp(`^request PUT /v1/${path}/.*(required|unevaluated) propert`));
		}
	}
	const above = Object.entries(PLAN_LIMITS).flatMap(([name, limit]) =>
		requests.some(({ body }) => Number((body as Json | undefined)?.[name]) > limit) ? [name] : [],
	);
	if (above.length > 0) {
		const pattern = ['unevaluated', ...above].join('|');
		mustViolate(new RegExp(`^request POST /v1/subscription-plan: .*(${pattern})`));
	}
	return result;
}

/** Returns what differs, one line each. */
export function differences({ byEndpoint }: Result): string[] {
	return [...byEndpoint].flatMap(([name, { result, details }]) =>
		result === 'differs' ? details.map((detail) => `${name}: ${detail}`) : [],
	);
}

export type Json = Record<string, unknown>;

/** Plants a difference in the responses of a path. @param change changes the body */
export function plant(
	simulator: Simulator,
	path: RegExp,
	change: (body: Json) => unknown,
	fault: Fault = {},
) {
	simulator.fault({
		method: 'GET',
		path,
		// Those that read the list.
		times: 3,
		body: (text: string) => {
			const body = JSON.parse(text) as Json;
			return JSON.stringify(change(body) ?? body);
		},
		...fault,
	});
}

/** Changes the first record of a list. */
export const first = (change: (record: Json) => void) => (body: Json) => {
	change((Array.isArray(body) ? body : (body.data as Json[]))[0] as Json);
};

export const charges = /^\/v1\/charges$/;
export const payouts = /^\/v1\/payouts$/;

/** Creates records of the kinds that a new simulator has none of. */
export async function createSome(simulator: Simulator) {
	const create = (path: string, body: Json) =>
		fetch(simulator.url + path, {
			method: 'POST',
			headers: { 'x-business-api-key': simulator.apiKey, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}).then((response) => expect(response.ok).toBe(true));
	for (const name of ['One', 'Two', 'Three']) {
		await create('/v1/payment-requests', { amount: 1, currency: 'sgd', purpose: name });
		await create('/v1/invoices', {
			invoice_date: '2026-03-01',
			currency: 'sgd',
			payment_by: 'amount',
			amount: 2,
			subtotal: 2,
			customer: { name, email: 'ann@example.com' },
		});
		await create('/v1/static_qr', { name, payment_provider_method: 'paynow_online' });
		await create('/v1/subscription-plan', { name, cycle: 'monthly', amount: 2 });
		simulator.addSubscription({ name });
	}
	await create('/v1/virtual-accounts', {});
}
