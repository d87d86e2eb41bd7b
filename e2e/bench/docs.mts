import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

import { barChart, growthChart } from '../chart.mjs';
import { projectFolder } from '../install.mjs';
import { names } from './names.mjs';
import { formatted, short, Results, type Case, type Figure } from './results.mjs';
import { outcomesOf, type Outcome } from './targets.mjs';

const docs = path.join(projectFolder, 'docs');

/** The cases of each table, in the order of its columns. */
const tables: Record<string, string[]> = {
	lists: ['list@0', 'list@20', 'list@100'],
	'long lists': ['long@0', 'long@20', 'long@100'],
	payouts: ['payouts@20'],
	far: ['far@40', 'far@40Trips', 'far@40Connections', 'farLong@40', 'farLong@40Trips'],
	growth: ['list@20', 'long@20', 'million@20'],
	refunds: ['refunds', 'refundsRate', 'refundsFailed'],
	'refunds by the second': ['refundsSecond', 'refundsSecondRate', 'refundsSecondFailed'],
	'refunds by the minute': ['refundsMinute', 'refundsMinuteRate', 'refundsMinuteFailed'],
	'refund memory': ['refundMemory@1000', 'refundMemory@10000'],
	gets: ['gets'],
	engine: ['engine'],
	deliveries: ['deliveries', 'deliveriesCpu', 'flood'],
	memory: ['memory@10000', 'memory@100000'],
};

/** The case of each chart, `benchmark-NAME.svg`. */
const charts: Record<string, string> = {
	list: 'list@20',
	'long-list': 'long@20',
	gets: 'gets',
	memory: 'memory@100000',
};

/** The number of charges in each case of the growth chart. */
const growing: Record<string, number> = {
	'list@20': 10_000,
	'long@20': 100_000,
	'million@20': 1_000_000,
};

/** The machine and the date of a measurement. */
export interface Setup {
	date: string;
	machine: string;
	n8n: string;
	node: string;
	/** The version of this package. */
	version: string;
}

/** The setup of the last full run, and the cases that were measured again since. */
interface MeasuredSetup extends Setup {
	/** The titles of the cases that were measured again, by date. */
	again: Record<string, string[]>;
}

/** Returns the setup of this run. @param versions of n8n and its Node */
export async function setupOf(versions: {
	versionCli: string;
	nodeJsVersion: string;
}): Promise<Setup> {
	const { version } = JSON.parse(
		await readFile(path.join(projectFolder, 'package.json'), 'utf8'),
	) as { version: string };
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	return {
		date: new Date().toISOString().slice(0, 10),
		machine: `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GB`,
		n8n: versions.versionCli,
		node: versions.nodeJsVersion,
		version,
	};
}

/**
 * Writes the results of a full run into docs: benchmarks.json, the charts, and the parts of benchmarks.md
 * between `<!-- measured: NAME -->` and `<!-- end -->`.
 */
export async function writeDocs(results: Results, setup: MeasuredSetup): Promise<void> {
	const { cases, figures } = results;
	const outcomes = outcomesOf(results);
	const reached = outcomes.map(({ case: of, wanted, measured, isReached }) => {
		return { case: of, wanted, measured, isReached };
	});
	await write('benchmarks.json', JSON.stringify({ setup, cases, figures, targets: reached }));

	for (const [name, of] of Object.entries(charts)) {
		await writeFile(path.join(docs, 'images', `benchmark-${name}.svg`), chartOf(results, of));
	}

	await writeFile(path.join(docs, 'images', 'benchmark-growth.svg'), growthOf(results));

	const parts: Record<string, string> = {
		setup: [setupInWords(setup), ...againInWords(setup)].join(' '),
		targets: targetsTable(outcomes),
	};
	for (const [name, of] of Object.entries(tables)) parts[name] = figuresTable(results, of);
	const page = await readFile(path.join(docs, 'benchmarks.md'), 'utf8');
	await write('benchmarks.md', filledIn(page, parts));
}

/** Writes the results of some cases into docs; the others are those of the last full run. */
export async function updateDocs(results: Results, { date }: Setup): Promise<void> {
	const file = await readFile(path.join(docs, 'benchmarks.json'), 'utf8');
	const before = JSON.parse(file) as { setup: MeasuredSetup; cases: Case[]; figures: Figure[] };
	const all = new Results(results.print);
	const isMeasured = ({ name }: Case) => results.cases.some((one) => one.name === name);
	const kept = before.cases.filter((one) => !isMeasured(one));
	all.addAll({ cases: kept, figures: before.figures });
	all.addAll(results);
	const again: MeasuredSetup['again'] = {};
	for (const [day, titles] of Object.entries(before.setup.again)) {
		again[day] = titles.filter((title) => !results.cases.some((one) => one.title === title));
	}
	const titles = results.cases
		.filter(({ unit }) => unit === 'milliseconds')
		.map((one) => one.title);
	again[date] = [...(again[date] ?? []), ...titles];
	await writeDocs(all, { ...before.setup, again });
}

/** Replaces the text between the marks of each part. @throws Error when a part has no results */
function filledIn(page: string, parts: Record<string, string>): string {
	const marked = /(<!-- measured: ([\w ]+) -->).*?(<!-- end -->)/gs;
	return page.replace(marked, (_, begin: string, name: string, end: string) => {
		if (!parts[name]) throw new Error(`docs/benchmarks.md has a part '${name}' without figures`);
		return [begin, parts[name], end].join('\n\n');
	});
}

export function setupInWords({ date, machine, n8n, node, version }: Setup): string {
	return `Measured on ${date}: n8n ${n8n} on Node ${node}, this package ${version}, all on one machine with ${machine}.`;
}

function againInWords({ again }: MeasuredSetup): string[] {
	return Object.entries(again)
		.filter(([, titles]) => titles.length > 0)
		.map(
			([date, titles]) => `Measured again on ${date}, in a run of their own: ${titles.join('; ')}.`,
		);
}

function targetsTable(outcomes: Outcome[]): string {
	return table([
		['Case', 'Target', 'Measured', 'Reached'],
		...outcomes.map((outcome) => [
			outcome.case,
			outcome.wanted,
			short(outcome.measured),
			outcome.isReached ? 'yes' : 'no',
		]),
	]);
}

/** Returns a table with a row for each candidate and its median in each case. */
function figuresTable({ cases, figures }: Results, caseNames: string[]): string {
	const columns = caseNames.flatMap((name) => cases.find((one) => one.name === name) ?? []);
	const measured = figures.filter((figure) => columns.some(({ name }) => name === figure.case));
	const candidates = [...new Set(measured.map(({ candidate }) => candidate))];
	const rows = candidates.map((candidate) => [
		candidate,
		...columns.map(({ name, unit }) => {
			const figure = measured.find((one) => one.case === name && one.candidate === candidate);
			return figure ? formatted(figure.median, unit) : '';
		}),
	]);
	return table([['', ...columns.map(({ title }) => title)], ...rows]);
}

export function table([head = [], ...rows]: string[][]): string {
	return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function chartOf({ cases, figures }: Results, name: string): string {
	const { title, unit } = cases.find((one) => one.name === name)!;
	const isTime = unit === 'milliseconds';
	return barChart({
		title,
		measured: isTime ? 'Seconds' : 'MB',
		bars: figures
			.filter((figure) => figure.case === name)
			.map(({ candidate, median }) => ({
				name: candidate,
				value: isTime ? median / 1000 : median,
				label: formatted(median, unit),
				isOurs: candidate.startsWith('This node'),
			}))
			.sort((one, other) => one.value - other.value),
	});
}

/** Draws how the time grows with the length of a list. */
function growthOf({ figures }: Pick<Results, 'figures'>): string {
	const lines = [names.parallel, names.chain, names.http100, names.bare100].map((name) => {
		const points = Object.entries(growing).flatMap(([inCase, charges]) => {
			const figure = figures.find((one) => one.case === inCase && one.candidate === name);
			return figure ? [[charges, figure.median / 1000] as [number, number]] : [];
		});
		return [name, points];
	});
	return growthChart({
		title: 'Time to list charges, 20 ms latency',
		counted: 'Charges',
		measured: 'Seconds',
		lines: Object.fromEntries(lines) as Record<string, Array<[number, number]>>,
	});
}

export async function write(file: string, text: string): Promise<void> {
	const filepath = path.join(docs, file);
	const style = await resolveConfig(filepath);
	await writeFile(filepath, await format(text, { ...style, filepath }));
}
