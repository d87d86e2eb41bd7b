import type { Simulator, SimulatorOptions } from '../../simulator';
import { casesOf } from '../cases';
import { startSimulator } from '../useSimulator';
import { createSome, differences, run } from './helpers';

type Dialects = NonNullable<SimulatorOptions['dialects']>;

/** Runs the check against an API that speaks these dialects. @param prepare plants what differs */
async function seen(dialects: Dialects, prepare?: (simulator: Simulator) => void) {
	const simulator = await startSimulator({ dialects, rateLimit: 1000 });
	try {
		await createSome(simulator);
		prepare?.(simulator);
		const result = await run(simulator, { mark: 'verify-live-0' });
		return {
			rows: result.rows.map(([row, topic, text]) => `${row} ${topic}: ${text}`),
			differences: differences(result),
			newFields: result.newFields,
			left: result.left,
		};
	} finally {
		await simulator.close();
	}
}

let usual: string[];
beforeAll(async () => {
	usual = (await seen([])).rows;
});

const rows: Array<[Dialects[number], RegExp]> = [
	['full-updates', /^1 .*: 422$/],
	['full-updates', /^2 .*: 422$/],
	['no-payment-request-events', /^3 .*: 422$/],
	['wrong-key-403', /^8 .*: 403$/],
	['cursor-qr-list', /^10 .*static_qr: next_cursor/],
	['camel-case-page-size', /^10 .*: perPage$/],
	['per-page-ignored', /^10 .*: neither/],
	['per-page-ignored', /^11 .*subscription-plan: 20/],
	['paid-charges-by-default', /^12 .*: left out$/],
	['strict-statuses', /^13 .*: 422$/],
	['full-charge-detail', /^15 .*refunds, target_id/],
	['text-amounts', /^16 .*charges: (grouped text, )?text/],
	['not-found-422', /^17 .*charges\/\{charge_id\}: 422/],
	['post-200', /^18 .*payment-requests: 200/],
	['no-info', /^22 GET \/v1\/info: 404$/],
	['percent-discounts', /^37 .*: in percent$/],
	['text-invoice-values', /^38 .*discount is string/],
	['counted-total-charge', /^39 .*times_charged is null/],
	['strict-saved-methods', /^40 .*: 422$/],
	['more-qr-methods', /^42 .*: 201$/],
	['no-metadata-filter', /^45 .*: included$/],
	['executor-list', /^44 .*: charges: list$/],
	['no-transfer-reference', /^51 .*: transfers: missing$/],
	['rate-limit-headers', /^29 .*x-ratelimit-limit, x-ratelimit-remaining/],
];

test.each(casesOf(rows, 5))('%s is seen in row %s', async (dialect, row) => {
	const { rows: shown, differences: found, newFields, left } = await seen([dialect]);
	expect(usual.filter((text) => row.test(text))).toEqual([]);
	expect(shown.filter((text) => row.test(text))).toHaveLength(1);
	expect(found).toEqual(dialect === 'no-info' ? ['GET /v1/info: status 404'] : []);
	expect(newFields).toEqual([]);
	expect(left).toEqual([]);
});

test('plans above a limit are tried until one is accepted, which is deleted', async () => {
	const row = '43 A plan above a limit: ';
	expect(usual).toContain(`${row}amount: 422, cycle_repeat: 422, times_to_be_charged: 422`);
	const { rows: shown, left } = await seen([], (simulator) => {
		const plan = { method: 'POST', path: '/v1/subscription-plan' };
		// After the plan within the limits, and the first of those above one.
		simulator.fault({ ...plan, skip: 2, status: 201, body: { id: 'plan-1' } });
	});
	expect(shown).toContain(`${row}amount: 422, cycle_repeat: 201`);
	expect(left).toEqual([]);
});
