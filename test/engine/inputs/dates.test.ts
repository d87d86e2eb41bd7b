import { DateTime, Settings } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execFileSync } from 'node:child_process';

import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { apiKeyOf, operation, runPayments } from '../run';

const simulator = useSimulator({ charges: 5, payouts: 5 });

/** The query that is sent for filters. */
async function queryOf(filters: INodeParameters, timezone: string, resource = 'charge') {
	simulator.reset();
	const list =
		resource === 'balance'
			? operation(resource, 'getTransactions', { provider: 'adyen', filters })
			: operation(resource, 'getAll', { filters });
	await succeeded(runPayments({ parameters: list, credentials: apiKeyOf(simulator), timezone }));
	return simulator.requests[0]!.query;
}

/** The day that is sent for a value of 'Created From'. */
async function dayOf(createdFrom: string, timezone: string) {
	return (await queryOf({ createdFrom }, timezone)).date_from;
}

const SINGAPORE = 'Asia/Singapore';
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

describe('at 3:00 on 1 March in UTC', () => {
	beforeAll(() => (Settings.now = () => Date.parse('2026-03-01T03:00:00Z')));
	afterAll(() => (Settings.now = () => Date.now()));

	test.each([
		['today', 'UTC', '2026-03-01', '2026-03-01'],
		['today', 'America/Los_Angeles', '2026-02-28', '2026-02-28'],
		['yesterday', 'UTC', '2026-02-28', '2026-02-28'],
		['last7Days', 'UTC', '2026-02-23', '2026-03-01'],
		['thisMonth', 'UTC', '2026-03-01', '2026-03-31'],
		['thisMonth', 'America/Los_Angeles', '2026-02-01', '2026-02-28'],
		['lastMonth', 'UTC', '2026-02-01', '2026-02-28'],
		['={{ "lastMonth" }}', 'America/Los_Angeles', '2026-01-01', '2026-01-31'],
	])("'Created' set to %s in the time zone %s is %s to %s", async (created, zone, from, to) => {
		for (const resource of ['charge', 'order', 'payout', 'balance']) {
			const query = await queryOf({ created }, zone, resource);
			expect(query).not.toHaveProperty('created');
			expect(query.date_from ?? query.created_at_from ?? query.dateFrom).toBe(from);
			expect(query.date_to ?? query.created_at_to ?? query.dateTo).toBe(to);
		}
	});
});

test('without a valid time zone, a period is refused', async () => {
	simulator.reset();
	const { error } = await runPayments({
		parameters: operation('charge', 'getAll', { filters: { created: 'today' } }),
		credentials: apiKeyOf(simulator),
		timezone: 'Asia/Singapur',
	});
	expect(error!.message).toBe(`'timezone' is not a time zone: "Asia/Singapur"`);
	expect(simulator.requests).toEqual([]);
});

test('the expression that the description of a wrong day recommends reads a day of a sheet', async () => {
	simulator.reset();
	const list = async (createdFrom: string) =>
		await runPayments({
			parameters: operation('charge', 'getAll', { filters: { createdFrom } }),
			...{ items: [{ date: '31/12/2026' }], credentials: apiKeyOf(simulator), timezone: SINGAPORE },
		});
	const { error } = await list('={{ $json.date }}');
	expect(error!.message).toBe(`'Created From' is not a date: "31/12/2026"`);
	const [expression] = /\{\{.*\}\}/.exec(error!.description!)!;
	await succeeded(list(`=${expression}`));
	expect(simulator.requests.map(({ query }) => query.date_from)).toEqual(['2026-12-31']);
});

/** The parameters of records with a required day. */
const ofAnn = { customerEmail: 'ann@example.com', amount: 5, currency: 'SGD' };
const withDay: Array<[INodeParameters, field: string, zone?: string]> = [
	[{ resource: 'invoice', customerName: 'Ann Tan', ...ofAnn }, 'invoice_date'],
	[{ resource: 'subscription', kind: 'terms', name: 'Gym', ...ofAnn }, 'start_date', SINGAPORE],
];

test.each(zones)(
	'a required day is preset to today in the time zone of the workflow, %s, or as described in Singapore',
	async (timezone) => {
		for (const [more, field, zone = timezone] of withDay) {
			const today = () => DateTime.now().setZone(zone).toISODate();
			const before = today();
			const parameters = { operation: 'create', ...more };
			await succeeded(runPayments({ parameters, credentials: apiKeyOf(simulator), timezone }));
			const body = simulator.requests.at(-1)!.body as IDataObject;
			expect([before, today()]).toContain(body[field]);
		}
	},
);

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
