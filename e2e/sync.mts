import { createHash } from 'node:crypto';
import type { IWorkflowBase } from 'n8n-workflow';

import type { Editor } from './editor.mjs';
import { importExample, tableFile } from './examples.mjs';
import type { Postgres } from './services.mjs';

/** The records of a service or a table: the IDs in order, and the sums of the amounts. */
export interface Total {
	charges: number;
	/** The SHA-256 of the IDs, the newest charge first, one a line. */
	ids: string;
	/** By currency and status, such as `sgd succeeded`. */
	sums: Record<string, number>;
}

/** A charge, as far as totals are about it. */
interface Summed {
	id: string;
	currency: string;
	status: string;
	amount: number;
}

/** Sums charges up. @param charges the newest first */
export function totalOf(charges: readonly Summed[]): Total {
	const thousandths = new Map<string, number>();
	for (const { currency, status, amount } of charges) {
		const name = `${currency} ${status}`;
		thousandths.set(name, (thousandths.get(name) ?? 0) + Math.round(amount * 1000));
	}
	const ids = createHash('sha256');
	for (const { id } of charges) ids.update(`${id}\n`);
	const sums = [...thousandths].map(([name, sum]) => [name, sum / 1000]);
	return {
		charges: charges.length,
		ids: ids.digest('hex'),
		sums: Object.fromEntries(sums) as Record<string, number>,
	};
}

/** Sums the rows of the table `charges` up. */
export async function totalOfTable({ query }: Pick<Postgres, 'query'>): Promise<Total> {
	const [[charges, ids] = []] = await query(
		`select count(*), encode(sha256(
			coalesce(string_agg(id || E'\\n', '' order by created_at desc, id desc), '')::bytea), 'hex')
			from charges`,
	);
	const sums = await query(`select currency || ' ' || status, sum(amount) from charges group by 1`);
	return {
		charges: Number(charges),
		ids: ids ?? '',
		sums: Object.fromEntries(sums.map(([name, sum]) => [name!, Number(sum)] as const)),
	};
}

/** Saves a credential for the Postgres node. @returns its ID */
export async function createDatabase(
	editor: Editor,
	{ host, port, database, user }: Omit<Postgres, 'query'>,
): Promise<string> {
	const login = { host, port, database, user, password: '', ssl: 'disable' };
	return await editor.createCredential('Database', 'postgres', login);
}

/** Creates the data tables of the examples. @returns the IDs of both */
export async function createTables(editor: Editor): Promise<{ charges: string; months: string }> {
	return {
		charges: await editor.importTable('Charges', tableFile('charges.csv')),
		months: await editor.importTable('Charge months', tableFile('months.csv')),
	};
}

/** Chooses these tables in an example, as its note asks for. */
export async function chooseTables(
	editor: Editor,
	workflow: IWorkflowBase,
	{ charges, months }: { charges: string; months: string },
): Promise<IWorkflowBase> {
	for (const { parameters } of workflow.nodes) {
		const chosen = parameters.dataTableId as
			{ value: string; cachedResultName: string } | undefined;
		if (chosen) chosen.value = chosen.cachedResultName.endsWith('charges') ? charges : months;
	}
	return await editor.save(workflow);
}

/** The values for the example 'Backfill', and how often it looks for an open month. */
export interface BackfillSettings {
	firstMonth: string;
	/** Months at the same time. */
	months: number;
	/** Minutes after which an interrupted month is claimed again. */
	minutes: number;
	/** Seconds between two runs. */
	every: number;
}

/** Imports the example 'Backfill' with these values filled in. */
export async function importBackfill(
	editor: Editor,
	file: string,
	ids: Parameters<typeof importExample>[2],
	{ firstMonth, months, minutes, every }: BackfillSettings,
): Promise<IWorkflowBase> {
	const workflow = await importExample(editor, file, ids);
	for (const { type, parameters } of workflow.nodes) {
		if (type.endsWith('.scheduleTrigger')) {
			parameters.rule = { interval: [{ field: 'seconds', secondsInterval: every }] };
		}
	}
	return await fillIn(editor, workflow, { first_month: firstMonth, months, minutes });
}

/** Enters values in the nodes 'Edit Fields' of a workflow, by the names of the fields. */
export async function fillIn(
	editor: Editor,
	workflow: IWorkflowBase,
	values: Record<string, unknown>,
): Promise<IWorkflowBase> {
	for (const { parameters } of workflow.nodes) {
		const { assignments = [] } = (parameters.assignments ?? {}) as {
			assignments?: Array<{ name: string; value: unknown }>;
		};
		for (const one of assignments) if (one.name in values) one.value = values[one.name];
	}
	return await editor.save(workflow);
}
