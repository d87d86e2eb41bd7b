import type { Simulator } from '../../simulator';
import { useVirtualClock } from '../clock';
import { oAuth2Of, operation, runPayments } from '../engine/run';
import { secretsIn } from '../engine/secrets';
import { startSimulator } from '../useSimulator';
import { print } from './print';

const clock = useVirtualClock();
let simulator: Simulator;
afterEach(() => simulator.close());

/** Refunds 300 charges, with something happening in the middle. */
async function bulk(happens: () => void) {
	const charges = Array.from({ length: 300 }, () =>
		simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' }),
	);
	const credentials = oAuth2Of(simulator);
	const halfway = async () => {
		while (simulator.requests.length < 250) await clock.pass(5);
		happens();
	};
	const [result] = await Promise.all([
		runPayments({
			parameters: operation('refund', 'create', {
				paymentId: '={{ $json.id }}',
				refundKind: 'part',
				amount: 12,
			}),
			credentials,
			items: charges.map(({ id }) => ({ id })),
			node: { onError: 'continueRegularOutput' },
		}),
		halfway(),
	]);
	expect(secretsIn(result, simulator)).toEqual([]);
	const ids = new Set(charges.map(({ id }) => id));
	const made = simulator.records.refunds.filter(({ payment_id }) => ids.has(payment_id));
	const failed = result.items.filter(({ json }) => json.error !== undefined);
	const counts = {
		'refunds made': made.length,
		'charges refunded': new Set(made.map(({ payment_id }) => payment_id)).size,
		'items answered': result.items.length,
		'items failed': failed.length,
		'tokens fetched': simulator.requests.filter(({ path }) => path.endsWith('/oauth/token')).length,
		'401': simulator.requests.filter(({ status }) => status === 401).length,
	};
	return { ...result, failed, counts };
}

test.each([false, true])(
	'the access token expires in the middle of a bulk (new refresh tokens: %p): all are made, once',
	async (rotateRefreshTokens) => {
		simulator = await startSimulator({ latency: 10, rotateRefreshTokens });
		const { counts, failed } = await bulk(() => simulator.expireAccessTokens());
		print(`300 refunds, token expired, new refresh tokens: ${rotateRefreshTokens}`, counts);
		expect(failed.map(({ json }) => json.error)).toEqual([]);
		expect(counts).toMatchObject({
			'refunds made': 300,
			'charges refunded': 300,
			'items answered': 300,
		});
	},
);

test('access is revoked in the middle of a bulk: each item says whether it was refunded', async () => {
	simulator = await startSimulator({ latency: 10 });
	const { counts, failed } = await bulk(() => simulator.revoke());
	print('300 refunds, access revoked', counts);
	expect(counts['charges refunded']).toBe(counts['refunds made']);
	expect(counts['items answered']).toBe(300);
	expect(counts['items failed']).toBe(300 - counts['refunds made']);
	expect(counts['items failed']).toBeGreaterThan(0);
	for (const { json } of failed) {
		expect(json.error).toMatch(/^The credential "Test" needs to be reconnected/);
	}
});
