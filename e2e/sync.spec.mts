/** The examples that write charges to a database: all of them once, through a kill, and their later changes. */
import { DateTime } from 'luxon';
import type { IWorkflowBase } from 'n8n-workflow';

import { rowsWhere, type Editor } from './editor.mjs';
import { importExample, post, readExample } from './examples.mjs';
import { expect, startAgain, test, type TestEnvironment } from './fixtures.mjs';
import type { Postgres } from './services.mjs';
import {
	chooseTables,
	createDatabase,
	createTables,
	fillIn,
	importBackfill,
	totalOf,
	totalOfTable,
} from './sync.mjs';

const CHARGES = 50_000;

/** As one poll time each: n8n accepts no list of seconds. */
const everyFiveSeconds = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

test.use({
	environmentName: 'sync',
	environmentOptions: { charges: CHARGES, anchor: new Date().toISOString() },
});

test.describe('Charges to PostgreSQL', () => {
	// Each test continues with the table of the one before it.
	test.describe.configure({ mode: 'serial' });

	let backfill: IWorkflowBase;
	let database: string;

	test('Backfill writes every charge once, though n8n is killed in the middle', async ({
		environment,
		postgres,
	}) => {
		const { editor, simulator, account: paymentsApi } = environment;
		database = await createDatabase(editor, postgres);
		const oldest = simulator.records.charges.at(-1)!;
		backfill = await importBackfill(
			editor,
			'charges-to-postgresql-backfill.json',
			{ paymentsApi, postgres: database },
			{ firstMonth: oldest.created_at.slice(0, 7), months: 2, minutes: 0.1, every: 1 },
		);
		await editor.run(backfill);
		await editor.publish(backfill);
		const rows = async () => Number((await postgres.query('select count(*) from charges'))[0]![0]);
		await expect.poll(rows, { intervals: [100] }).toBeGreaterThan(CHARGES / 3);
		await environment.n8n.kill();
		expect(await rows()).toBeLessThan(CHARGES);

		await restart(environment, 'sync-again');
		await untilRead(postgres);
		expect(await totalOfTable(postgres)).toEqual(totalOf(simulator.records.charges));
	});

	test('Backfill, run again, changes nothing', async ({ environment, postgres }) => {
		const before = await contentOf(postgres);
		await environment.editor.run(backfill);
		await untilRead(postgres);
		const [[changed] = []] = await postgres.query('select sum(changed) from charge_months');
		expect(changed).toBe('0');
		expect(await contentOf(postgres)).toEqual(before);
		await environment.editor.unpublish(backfill);
	});

	test('Keep in sync updates the row after each event, in any order', async ({
		environment,
		postgres,
	}) => {
		const { editor, simulator, account: paymentsApi } = environment;
		const file = 'charges-to-postgresql-keep-in-sync.json';
		const keepInSync = await importExample(editor, file, { paymentsApi, postgres: database });
		const poll = keepInSync.nodes.find(({ type }) => type.endsWith('.paymentsPollTrigger'))!;
		poll.parameters.pollTimes = { item: everyFiveSeconds };
		await editor.publish(await editor.save(keepInSync));
		await expect.poll(() => simulator.webhookEndpoints.length).toBe(1);
		const row = async (id: string) =>
			(
				await postgres.query(
					`select status, amount, refunded_amount from charges where id = '${id}'`,
				)
			)[0];
		const old = simulator.records.charges.find(
			({ status, amount }) => status === 'succeeded' && amount > 20,
		)!;
		expect(await row(old.id)).toEqual(['succeeded', String(old.amount), '0']);

		await post(simulator, '/v1/refund', { payment_id: old.id, amount: 5 });
		await expect.poll(() => row(old.id)).toEqual(['partially_refunded', String(old.amount), '5']);
		await post(simulator, '/v1/refund', { payment_id: old.id, amount: old.amount - 5 });
		const refunded = ['refunded', String(old.amount), String(old.amount)];
		await expect.poll(() => row(old.id)).toEqual(refunded);

		const added = simulator.addCharge({ amount: 12.5 });
		await expect.poll(() => row(added.id)).toEqual(['succeeded', '12.5', '0']);
		// The events of two refunds at the same moment arrive in any order.
		const twice = simulator.addCharge({ amount: 30 });
		const refund = { payment_id: twice.id, amount: 15 };
		await Promise.all([0, 1].map(async () => await post(simulator, '/v1/refund', refund)));
		await expect.poll(() => row(twice.id)).toEqual(['refunded', '30', '30']);

		// An event that never arrives.
		const [endpoint] = simulator.webhookEndpoints;
		(simulator.webhookEndpoints as unknown[]).pop();
		const missed = simulator.addCharge({ amount: 7.25 });
		await expect.poll(() => row(missed.id)).toEqual(['succeeded', '7.25', '0']);
		(simulator.webhookEndpoints as unknown[]).push(endpoint);
		await editor.unpublish(keepInSync);
		expect(await totalOfTable(postgres)).toEqual(totalOf(simulator.records.charges));
	});
});

test.describe('The SQL of Charges to PostgreSQL', () => {
	const backfill = 'charges-to-postgresql-backfill.json';
	const keepInSync = 'charges-to-postgresql-keep-in-sync.json';

	/** Makes the tables in a schema of their own. @returns functions that run SQL there: any, and that of a node with its values */
	const inSchema = async (postgres: Postgres, schema: string) => {
		await postgres.query(`create schema ${schema}`);
		const query = async (sql: string) =>
			await postgres.query(`set search_path to ${schema}; ${sql}`);
		const node = async (file: string, name: string) => {
			const sql = await sqlOf(file, name);
			return async (...values: Array<string | number>) => {
				const given = values.map((value) => `'${value}'`).join();
				return await query(`prepare node as ${sql.replace(/;$/, '')}; execute node(${given})`);
			};
		};
		const make = await sqlOf(backfill, 'Make the tables and open the months');
		const [tables] = make.split('INSERT INTO');
		await query(tables!);
		return { query, node };
	};

	const version = (status: string, refunded_amount?: number) => {
		const created_at = '2026-03-01T12:00:00+08:00';
		const charge = { id: 'one', status, amount: 30, currency: 'sgd', created_at };
		return JSON.stringify([{ ...charge, updated_at: created_at, refunded_amount }]);
	};

	test('of two versions of the same second, the later one stays, whichever is written last', async ({
		postgres,
	}) => {
		const { query, node } = await inSchema(postgres, 'versions');
		const list = await node(backfill, 'Write the rows');
		const write = await node(keepInSync, 'Write the rows');
		const row = async () => (await query('select status, refunded_amount from charges'))[0];

		for (const status of ['pending', 'succeeded', 'pending']) await write(version(status, 0));
		await list(version('pending'));
		expect(await row()).toEqual(['succeeded', '0']);
		for (const refunded of [15, 20, 15]) await write(version('partially_refunded', refunded));
		expect(await list(version('partially_refunded'))).toEqual([['1', '0']]);
		expect(await row()).toEqual(['partially_refunded', '20']);
		expect(await list(version('refunded'))).toEqual([['1', '1']]);
		await write(version('partially_refunded', 20));
		expect(await row()).toEqual(['refunded', '30']);
	});

	test('a month that fails again and again does not keep the others waiting', async ({
		postgres,
	}) => {
		const { query, node } = await inSchema(postgres, 'months');
		await query("insert into charge_months values ('2026-01'), ('2026-02'), ('2026-03')");
		const claim = await node(backfill, 'Claim the newest open month');
		const claimed: unknown[] = [];
		for (const run of [1, 2, 3, 4]) {
			const [[month] = []] = await claim(1, 2, run);
			claimed.push(month);
			// It never ends, and its time is over.
			await query("update charge_months set claimed_until = claimed_until - interval '3 minutes'");
		}
		expect(claimed).toEqual(['2026-03', '2026-02', '2026-01', '2026-03']);
	});
});

test.describe('Charges to a data table', () => {
	test.describe.configure({ mode: 'serial' });

	let tables: { charges: string; months: string };

	test('Backfill writes every charge once, though n8n is killed in the middle', async ({
		environment,
	}) => {
		const { editor, account: paymentsApi, simulator } = environment;
		tables = await createTables(editor);
		const file = 'charges-to-data-table-backfill.json';
		const imported = await importExample(editor, file, { paymentsApi });
		const first_month = DateTime.now().minus({ months: 2 }).toFormat('yyyy-MM');
		const workflow = await fillIn(editor, await chooseTables(editor, imported, tables), {
			first_month,
		});
		await editor.start(workflow);
		const monthsRead = async () => (await editor.tableRows(tables.months)).length;
		await expect.poll(monthsRead, { intervals: [100] }).toBeGreaterThan(0);
		await environment.n8n.kill();
		await restart(environment, 'sync-tables');
		expect(await monthsRead()).toBeLessThan(3);

		await editor.run(workflow);
		expect(await monthsRead()).toBe(3);
		const charges = simulator.records.charges.filter(
			({ created_at }) => created_at.slice(0, 7) >= first_month,
		);
		const rows = await rowsOf(editor, tables.charges);
		expect(rows.length).toBeGreaterThan(5000);
		expect(totalOf(newestFirst(rows))).toEqual(totalOf(charges));
		const refunded = (await editor.tableRows(tables.charges)).map(
			({ status, amount, refunded_amount: sum }) =>
				status === 'refunded'
					? sum === amount
					: sum === (status === 'partially_refunded' ? null : 0),
		);
		expect(refunded).not.toContain(false);
	});

	test('Keep in sync adds new charges, and replaces a row by a later version only', async ({
		environment,
	}) => {
		const { editor, simulator, account: paymentsApi } = environment;
		const file = 'charges-to-data-table-keep-in-sync.json';
		const imported = await importExample(editor, file, { paymentsApi });
		const keepInSync = await chooseTables(editor, imported, tables);
		await editor.publish(keepInSync);
		await expect.poll(() => simulator.webhookEndpoints.length).toBe(1);
		const row = async (id: string) =>
			await editor.tableRows(tables.charges, rowsWhere('charge_id', 'eq', id));

		const added = simulator.addCharge({ amount: 12.5 });
		await expect
			.poll(() => row(added.id))
			.toEqual([expect.objectContaining({ status: 'succeeded', amount: 12.5 })]);
		// As another execution would leave it that has read the charge later.
		const later = { charge_id: added.id, status: 'refunded', version: 9_999_999_999 };
		await editor.addTableRow(tables.charges, later);
		await post(simulator, '/v1/refund', { payment_id: added.id, amount: 5 });
		const refunded = { status: 'partially_refunded', refunded_amount: 5 };
		await expect
			.poll(() => row(added.id))
			.toEqual([expect.objectContaining(refunded), expect.objectContaining(later)]);
		await editor.unpublish(keepInSync);
	});
});

/** Returns the SQL of a node of an example. */
async function sqlOf(file: string, name: string): Promise<string> {
	const { nodes } = await readExample(file);
	return nodes.find((node) => node.name === name)!.parameters.query as string;
}

/** A row of the data table. */
interface Row {
	id: string;
	created_at: string;
	currency: string;
	status: string;
	amount: number;
}

/** Returns the rows of a data table of charges. */
async function rowsOf(editor: Editor, table: string): Promise<Row[]> {
	const rows = await editor.tableRows(table);
	return rows.map((row) => ({ ...row, id: row.charge_id }) as unknown as Row);
}

/** Sorts rows as the Payments API lists charges. */
function newestFirst(rows: Row[]): Row[] {
	const key = ({ created_at, id }: Row) => `${Date.parse(created_at)} ${id}`;
	return rows.sort((one, other) => (key(one) > key(other) ? -1 : 1));
}

/** Starts n8n again, as it was. */
async function restart(environment: TestEnvironment, name: string) {
	await environment.n8n.stop();
	await startAgain(environment, name);
}

/** Returns a digest of all values of all rows. */
async function contentOf(postgres: Postgres) {
	return await postgres.query("select md5(string_agg(c::text, '|' order by id)) from charges c");
}

/** Waits until all months are read. */
async function untilRead(postgres: Postgres) {
	const open = async () =>
		(await postgres.query('select count(*) from charge_months where read_at is null'))[0]![0];
	await expect.poll(open, { intervals: [500], timeout: 120_000 }).toBe('0');
}
