/**
 * The fastest possible backfill without n8n: the months, the pages of 100 and the upserts of the example, in one
 * chain. It measures itself, and sums up what the service has.
 *
 *   bareSync.mts ADDRESS KEY FIRST_MONTH LAST_MONTH POSTGRES_PORT DATABASE USER
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { request } from 'undici';

import type { Charge } from '../../simulator/index.js';
import { readExample } from '../examples.mjs';
import { e2eFolder } from '../install.mjs';
import { totalOf, type Total } from '../sync.mjs';

/** Its printed result. */
export interface BareSync extends Total {
	milliseconds: number;
}

interface Page {
	data: Charge[];
	meta: { next_cursor: string | null };
}

/** The client of PostgreSQL that n8n uses. */
interface Client {
	connect(): Promise<void>;
	query(sql: string, values?: unknown[]): Promise<unknown>;
	end(): Promise<void>;
}

const [, , address = '', key = '', first = '', last = '', port, database, user] = process.argv;

const fromN8n = createRequire(path.join(e2eFolder, 'n8n/newest/package.json'));
const pg = fromN8n('pg') as { Client: new (login: object) => Client };
const client = new pg.Client({ host: '127.0.0.1', port: Number(port), database, user });

/** Returns the charges of some days, both included. */
async function list(from: string, to: string): Promise<Charge[]> {
	const charges: Charge[] = [];
	const url = new URL(`${address}/v1/charges?date_from=${from}&date_to=${to}&per_page=100`);
	for (;;) {
		const { statusCode, body } = await request(url, { headers: { 'X-BUSINESS-API-KEY': key } });
		if (statusCode !== 200) throw new Error(`${statusCode}: ${await body.text()}`);
		const { data, meta } = (await body.json()) as Page;
		charges.push(...data);
		if (meta.next_cursor === null) return charges;
		url.searchParams.set('cursor', meta.next_cursor);
	}
}

function rowOf({ id, status, amount, currency, payment_method, customer, ...more }: Charge) {
	const { order_reference_number, created_at, updated_at } = more;
	return {
		...{ id, status, amount, currency, payment_method: payment_method.name },
		...{ customer_name: customer.name, customer_email: customer.email },
		...{ order_reference_number, created_at, updated_at },
	};
}

/** Returns the months from the newest to the oldest, such as `2025-06`. */
function months(): Date[] {
	const all: Date[] = [];
	const month = new Date(`${last}-01T00:00:00Z`);
	while (month.toISOString().slice(0, 7) >= first) {
		all.push(new Date(month));
		month.setUTCMonth(month.getUTCMonth() - 1);
	}
	return all;
}

const { nodes } = await readExample('charges-to-postgresql-backfill.json');
const queryOf = (node: string) =>
	nodes.find(({ name }) => name === node)!.parameters.query as string;
const write = queryOf('Write the rows');
await client.connect();
await client.query(queryOf('Make the tables and open the months').split('INSERT')[0]!);

const listed: Parameters<typeof totalOf>[0][number][] = [];
const begin = performance.now();
for (const month of months()) {
	const day = (at: number) => new Date(at).toISOString().slice(0, 10);
	const next = new Date(month);
	next.setUTCMonth(month.getUTCMonth() + 1);
	const charges = await list(day(month.getTime() - 86_400_000), day(next.getTime()));
	await client.query(write, [JSON.stringify(charges.map(rowOf))]);
	const own = month.toISOString().slice(0, 7);
	for (const { id, currency, status, amount, created_at } of charges) {
		if (created_at.startsWith(own)) listed.push({ id, currency, status, amount });
	}
}
const milliseconds = performance.now() - begin;
await client.end();
console.log(JSON.stringify({ milliseconds, ...totalOf(listed) } satisfies BareSync));
