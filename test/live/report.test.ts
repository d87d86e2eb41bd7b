import fc from 'fast-check';

import { check } from '../../live/check';
import { reportOf } from '../../live/report';
import { receive } from '../simulator/helpers';
import { useFreshSimulator, useSimulator } from '../useSimulator';
import { createSome, run, type Json } from './helpers';

/** Texts and numbers of records that are nobody else's business. */
const PRIVATE = ['Jane Doe', 'jane@shop.example', '+6591234567', 'INV-2025-17', 4711.25, 918273];
const [, EMAIL] = PRIVATE as string[];

describe('The report', () => {
	const simulator = useFreshSimulator();

	test('shows what the API does where the records differ', async () => {
		await createSome(simulator);
		const text = reportOf(await run(simulator, { mark: 'verify-live-0' }), 'sandbox', '1.0.0');
		const rows = [...text.matchAll(/^\| Row (\d+) +\| (.*?) *\| (.*?) *\|$/gm)];
		expect(rows.map(([, row, topic, seen]) => `${row} ${topic}: ${seen}`)).toEqual([
			'1 PUT of a plan with its name only: 200',
			'2 PUT of a payment request with its purpose only: 200',
			'3 Endpoint for payment_request.completed: 201',
			'5 Statuses of charges: charges: failed, refunded, succeeded, succeeded_manually, void',
			'8 A wrong key: 401',
			expect.stringMatching(/^10 Style of lists: .*static_qr: current_page/),
			'10 Page size of charges: per_page',
			expect.stringMatching(/^11 Default page size: charges: 25; /),
			'12 Failed charges without a filter: included',
			'13 Charges with statuses[]=succeeded: 200',
			expect.stringMatching(/^15 More fields of one charge: .* refunded_amount$/),
			expect.stringMatching(/^16 Amounts: charges: number; .*payment-requests: text/),
			expect.stringMatching(/^17 Unknown ID: charges.*: 404; .*subscription-plan.*: 422/),
			expect.stringMatching(/^18 Success of POST: payment-requests: 201; /),
			'22 GET /v1/info: 200',
			'22 GET /v1/account-status: 200',
			expect.stringMatching(/^25 Payment methods: payment-requests: /),
			'37 The percentage 0.05 of a discount: a fraction',
			expect.stringMatching(/^38 Values of invoices: .* discount is number/),
			'39 Counts of subscriptions: recurring-billing: times_charged is number',
			'40 Saving a card without an amount: 201',
			'41 PUT of a subscription with another currency: kept',
			'42 A QR code of ShopeePay: 422',
			'43 A plan above a limit: amount: 422, cycle_repeat: 422, times_to_be_charged: 422',
			'44 Executors of charges: charges: object',
			'45 Payment requests by unknown metadata: left out',
			'51 References of transfers: transfers: null, text',
			'52 A draft with two variations, and an update without its flags: 2 variations, draft, then published',
		]);
	});
});

describe('Whatever the API returns', () => {
	const simulator = useSimulator({ charges: 12, payouts: 12, locations: 4 });

	/** Puts a private value somewhere in a body: in place of a value, or as the name of a field. */
	function poison(value: unknown, places: number[], secret: unknown): unknown {
		const [place = 0, ...others] = places;
		if (typeof value !== 'object' || value === null || places.length === 0) return secret;
		const keys = Object.keys(value);
		if (place % 5 === 0 && !Array.isArray(value)) return { ...value, [String(secret)]: secret };
		const key = keys[place % keys.length];
		if (key === undefined) return secret;
		const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Json;
		copy[key] = poison(copy[key], others, secret);
		return copy;
	}

	test('the report has nothing private', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(fc.nat(40), { minLength: 1, maxLength: 5 }), {
					minLength: 1,
					maxLength: 40,
				}),
				async (all) => {
					simulator.reset();
					let count = 0;
					simulator.fault({
						path: '/v1',
						times: Infinity,
						headers: { 'x-ratelimit-limit': EMAIL! },
						body: (text: string) => {
							const places = all[count++ % all.length]!;
							const secret = PRIVATE[count % PRIVATE.length];
							return JSON.stringify(poison(JSON.parse(text || 'null'), places, secret));
						},
					});
					const { access_token: accessToken } = simulator.issueTokens();
					const result = await run(simulator, { mark: 'verify-live-0', accessToken });
					const text = reportOf(result, 'sandbox', '1.0.0');
					const { url, apiKey, salt } = simulator;
					const secrets = [url, apiKey, salt, accessToken, ...PRIVATE];
					expect(secrets.filter((value) => text.includes(String(value)))).toEqual([]);
				},
			),
			{ numRuns: 25 },
		);
	});
});

test('The key stays with its host: a redirect is not followed', async () => {
	const host = await receive(...Array.from({ length: 100 }, () => 302));
	const result = await check({ url: host.url, apiKey: 'secret-key' });
	expect(host.got.length).toBe(result.requests);
	expect(host.got.filter(({ url }) => url.includes('elsewhere'))).toEqual([]);
	expect(reportOf(result, 'sandbox', '1.0.0')).not.toContain('secret-key');
});
