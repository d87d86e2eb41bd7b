/** The examples that write the whole business to a database. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { addInvoice, importExample, post, tableFile } from './examples.mjs';
import { expect, test } from './fixtures.mjs';
import { projectFolder } from './install.mjs';
import { createDatabase, importBackfill } from './sync.mjs';

test.use({
	environmentName: 'business',
	environmentOptions: { charges: 50, listRefunds: true, anchor: new Date().toISOString() },
});

test('Business to PostgreSQL writes each record once, and its changes in the next night', async ({
	environment: { account: paymentsApi, editor, simulator },
	postgres,
}) => {
	const { records } = simulator;
	await post(simulator, '/v1/payment-requests', { amount: 12.5, currency: 'sgd' });
	const [request] = records.paymentRequests;
	simulator.addSubscription({ customer_email: 'cho@example.com', amount: 9.9, cycle: 'monthly' });
	await addInvoice(simulator, 'INV-1');
	const refundable = records.charges.find(
		({ status, amount }) => status === 'succeeded' && amount > 9,
	)!;
	for (const amount of [4, 5]) {
		await post(simulator, '/v1/refund', { payment_id: refundable.id, amount });
	}

	const ids = { paymentsApi, postgres: await createDatabase(editor, postgres) };
	const oldest = records.charges.at(-1)!.created_at.slice(0, 7);
	const charges = await importBackfill(editor, 'charges-to-postgresql-backfill.json', ids, {
		firstMonth: oldest,
		months: 1,
		minutes: 1,
		every: 1,
	});
	await editor.run(charges);
	await editor.publish(charges);
	const rows = async () => Number((await postgres.query('select count(*) from charges'))[0]![0]);
	await expect.poll(rows).toBe(records.charges.length);
	await editor.unpublish(charges);
	const business = await importExample(editor, 'business-to-postgresql.json', ids);
	await editor.run(business);

	const written = async (table: string, columns: string) =>
		await postgres.query(`select id, ${columns} from ${table} order by id`);
	const listed = (all: readonly object[], ...fields: string[]) =>
		(all as Array<Record<string, string | number | null>>)
			.map((one) => ['id', ...fields].map((name) => `${one[name] ?? ''}`))
			.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
	const isWritten = async () => {
		for (const [table, all, ...fields] of [
			['customers', records.customers, 'name', 'email'],
			['payment_requests', records.paymentRequests, 'status'],
			['subscriptions', records.subscriptions, 'status', 'customer_email', 'times_charged'],
			['invoices', records.invoices, 'invoice_number', 'status', 'customer_id', 'due_date'],
			['payouts', records.payouts, 'status', 'currency'],
		] as const) {
			expect(all.length, table).toBeGreaterThan(0);
			expect(await written(table, fields.join()), table).toEqual(listed(all, ...fields));
		}
	};
	await isWritten();
	const refunds = await postgres.query('select id, charge_id, amount from refunds order by id');
	expect(refunds).toEqual(listed(records.refunds, 'payment_id', 'amount_refunded'));

	simulator.pay(request!.id);
	await editor.run(business);
	await isWritten();
	const [payment] = await postgres.query(
		`select status, payment_id from payment_requests where id = '${request!.id}'`,
	);
	expect(payment).toEqual(['completed', records.charges[0]!.id]);

	const guide = await readFile(path.join(projectFolder, 'docs/sync.md'), 'utf8');
	const [, reports] = guide.split('### Reports');
	const queries = [...reports!.split('\n## ')[0]!.matchAll(/```sql\n([^]*?)```/g)];
	expect(queries.length).toBeGreaterThan(2);
	for (const [, query] of queries) expect((await postgres.query(query!)).length).toBeGreaterThan(0);
});

test('Business to a data table has one row for each record, also after the next night', async ({
	environment: { account: paymentsApi, editor, simulator },
}) => {
	const { records } = simulator;
	await post(simulator, '/v1/payment-requests', { amount: 7, currency: 'sgd' });
	const [request] = records.paymentRequests;
	const table = await editor.importTable('Records', tableFile('records.csv'));
	const workflow = await importExample(editor, 'business-to-data-table.json', { paymentsApi });
	for (const { parameters } of workflow.nodes) {
		if (parameters.dataTableId) Object.assign(parameters.dataTableId, { value: table });
	}
	await editor.run(await editor.save(workflow));
	simulator.pay(request!.id);
	await editor.run(workflow);

	const rows = await editor.tableRows(table);
	for (const [record, all] of [
		['customer', records.customers],
		['payment request', records.paymentRequests],
		['subscription', records.subscriptions],
		['invoice', records.invoices],
		['payout', records.payouts],
		['refund', records.refunds],
	] as const) {
		const written = rows.filter((row) => row.record === record).map((row) => row.record_id);
		expect(written.sort(), record).toEqual(all.map(({ id }) => id).sort());
	}
	const paid = { status: 'completed', amount: 7, belongs_to: records.charges[0]!.id };
	expect(rows.find((row) => row.record_id === request!.id)).toMatchObject(paid);
});
