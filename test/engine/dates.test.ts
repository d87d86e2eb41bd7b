import { DateTime } from 'luxon';
import { execFileSync } from 'node:child_process';

import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { apiKeyOf, runPayments } from './run';

const simulator = useSimulator({ charges: 5, payouts: 5 });

/** The day that is sent for a value of 'Created From'. */
async function dayOf(createdFrom: string, timezone: string, resource = 'charge') {
	await succeeded(
		runPayments({
			parameters: { resource, operation: 'getAll', filters: { createdFrom } },
			credentials: apiKeyOf(simulator),
			timezone,
		}),
	);
	const { query } = simulator.requests[0]!;
	return query.date_from ?? query.created_at_from;
}

const zones = ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'];

/** Where it was written down, each of these is 1 March 2026. */
const firstOfMarch = [
	'2026-03-01',
	' 2026-03-01 ',
	'2026-03-01T00:00:00',
	'2026-03-01T23:59:59',
	'2026-03-01 23:59:59',
	'2026-03-01T23:30:00-11:00',
	'2026-03-01T00:30:00+14:00',
	'2026-03-01T00:00:00Z',
	'2026-03-01T23:59:59.999Z',
	'2026-03-01T09:30:00.000+08:00',
	'={{ "2026-03-01T23:30:00-11:00" }}',
	'={{ DateTime.fromISO("2026-03-01T23:30:00-11:00", { setZone: true }) }}',
	'={{ DateTime.fromObject({ year: 2026, month: 3, day: 1 }) }}',
	'={{ DateTime.fromISO("2026-03-01").endOf("day") }}',
	'={{ "2026-03-01".toDateTime() }}',
	'={{ new Date(2026, 2, 1, 12).toISOString().slice(0, 10) }}',
];

describe.each(zones)('in a workflow in the time zone %s', (zone) => {
	test.each(firstOfMarch)('%s is 1 March', async (value) => {
		expect(await dayOf(value, zone)).toBe('2026-03-01');
	});

	test.each(['={{ $now }}', '={{ $today }}', '={{ new Date() }}', '={{ $now.toISO() }}'])(
		'%s is today there',
		async (value) => {
			// Only around midnight can the two readings of the clock differ; the test allows for that.
			const before = DateTime.now().setZone(zone).toISODate();
			const sent = await dayOf(value, zone);
			expect([before, DateTime.now().setZone(zone).toISODate()]).toContain(sent);
		},
	);
});

test('the expression that descriptions name is seven days ago', async () => {
	const weekAgo = () => DateTime.now().setZone('UTC').minus({ days: 7 }).toISODate();
	const before = weekAgo();
	const sent = await dayOf('={{ $today.minus({ days: 7 }) }}', 'UTC');
	expect([before, weekAgo()]).toContain(sent);
});

test.each([
	['Pacific/Kiritimati', '2026-03-01T12:00:00Z', '2026-03-02'],
	['America/Los_Angeles', '2026-03-01T07:30:00Z', '2026-02-28'],
	['UTC', '2026-03-01T23:59:59Z', '2026-03-01'],
])('a JavaScript date has the day of the time zone %s: %s is %s', async (zone, at, day) => {
	expect(await dayOf(`={{ new Date("${at}") }}`, zone)).toBe(day);
});

test.each(zones)("the day does not shift with n8n's own time zone: %s", (zone) => {
	const values = firstOfMarch.filter((value) => !value.startsWith('='));
	const script = `
		const { day } = require('./nodes/Payments/validation/rules');
		console.log(JSON.stringify(${JSON.stringify(values)}.map((value) => day().parse(value))));`;
	const output = execFileSync(process.execPath, ['--import', 'tsx', '-e', script], {
		encoding: 'utf8',
		env: { ...process.env, TZ: zone },
	});
	expect(JSON.parse(output)).toEqual(values.map(() => '2026-03-01'));
});
