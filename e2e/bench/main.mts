/**
 * Compares this node with others in a real n8n, and reports which targets are met.
 *
 *   npm run bench                      all cases; updates docs/benchmarks.md
 *   npm run bench -- --short           small counts, three minutes: exits with 1 when a target is
 *                                      missed by more than a third, twice
 *   npm run bench -- --cases=list,gets these cases only; with --update, docs keep the others as they were
 */
import { parseArgs } from 'node:util';
import { Agent, setGlobalDispatcher } from 'undici';

import { withCleanup } from '../lifetime.mjs';
import * as cases from './cases.mjs';
import { setupOf, updateDocs, writeDocs } from './docs.mjs';
import { Results } from './results.mjs';
import { setUpEnvironment } from './environment.mjs';
import { outcomesOf } from './targets.mjs';
import { formatFigures, formatOutcomes } from './report.mjs';
import { print } from '../print.mjs';

const { values } = parseArgs({
	options: {
		short: { type: 'boolean', default: false },
		cases: { type: 'string' },
		update: { type: 'boolean', default: false },
	},
});

const isFarOffIn = (results: Results) => outcomesOf(results).some((outcome) => outcome.isFarOff);

/** Whether a target is missed by more than a third. */
let isFarOff = false;

// A bulk takes longer than fetch waits for a response.
setGlobalDispatcher(new Agent({ headersTimeout: 0, bodyTimeout: 0 }));

const reason = await withCleanup(async (onCleanup) => {
	const known = values.short ? cases.short : cases.all;
	const wanted = values.cases?.split(',') ?? Object.keys(known);
	const unknown = wanted.filter((name) => !known[name]);
	if (unknown.length > 0) {
		throw new Error(`There is no ${unknown.join()}, only ${Object.keys(known).join()}`);
	}
	print('Starting n8n');
	const environment = await setUpEnvironment(onCleanup);
	const begin = Date.now();
	const results = new Results(print);
	for (const [name, measure] of Object.entries(known)) {
		if (!wanted.includes(name)) continue;
		print(`Case ${name}`);
		// A round is enough where the targets are met.
		let ofCase = new Results(print, values.short ? 1 : undefined);
		await measure(environment, ofCase);
		if (values.short && isFarOffIn(ofCase)) {
			print(
				`Case ${name} again: it missed a target by more than a third, perhaps in a busy moment`,
			);
			ofCase = new Results(print);
			await measure(environment, ofCase);
		}
		results.addAll(ofCase);
	}
	print(`Measured for ${Math.round((Date.now() - begin) / 1000)} s`);
	const outcomes = outcomesOf(results);
	console.log(`\n${formatFigures(results)}\n\n${formatOutcomes(outcomes)}\n`);
	isFarOff = isFarOffIn(results);
	if (!values.short && (!values.cases || values.update)) {
		const setup = await setupOf(await environment.editor.versions());
		await (values.cases ? updateDocs(results, setup) : writeDocs(results, { ...setup, again: {} }));
		print('Updated docs');
	}
});
if (reason) console.error(`\nThe bench did not complete: ${reason}`);
if (isFarOff && values.short) console.error('A target is missed by more than a third');
process.exit(reason || (isFarOff && values.short) ? 1 : 0);
