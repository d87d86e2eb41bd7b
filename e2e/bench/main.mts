/**
 * Measures this node beside others in a real n8n, and says which targets are reached.
 *
 *   npm run bench                      everything, and writes it into docs/benchmarks.md
 *   npm run bench -- --short           small counts, in less than two minutes of measuring: ends with 1
 *                                      when a target is missed by more than a half
 *   npm run bench -- --cases=list,gets only these, which are not written
 */
import { parseArgs } from 'node:util';

import { withCleanup } from '../lifetime.mjs';
import * as cases from './cases.mjs';
import { setupOf, writeDocs } from './docs.mjs';
import { Results } from './results.mjs';
import { setStage } from './stage.mjs';
import { outcomesOf } from './targets.mjs';
import { figuresInWords, outcomesInWords } from './report.mjs';

const { values } = parseArgs({
	options: {
		short: { type: 'boolean', default: false },
		cases: { type: 'string' },
	},
});

const startedAt = Date.now();

/** Whether a target is missed by more than a half. */
let isFarOff = false;

function say(text: string) {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(5);
	console.log(`${seconds} s  ${text}`);
}

const reason = await withCleanup(async (atTheEnd) => {
	const known = values.short ? cases.short : cases.all;
	const wanted = values.cases?.split(',') ?? Object.keys(known);
	const unknown = wanted.filter((name) => !known[name]);
	if (unknown.length > 0) {
		throw new Error(`There is no ${unknown.join()}, only ${Object.keys(known).join()}`);
	}
	say('Starting n8n');
	const stage = await setStage(atTheEnd);
	const begin = Date.now();
	const results = new Results(say);
	for (const [name, measure] of Object.entries(known)) {
		if (!wanted.includes(name)) continue;
		say(`Case ${name}`);
		await measure(stage, results);
	}
	say(`Measured for ${Math.round((Date.now() - begin) / 1000)} s`);
	const outcomes = outcomesOf(results);
	console.log(`\n${figuresInWords(results)}\n\n${outcomesInWords(outcomes)}\n`);
	isFarOff = outcomes.some((outcome) => outcome.isFarOff);
	if (!values.short && !values.cases) {
		await writeDocs(results, outcomes, await setupOf(await stage.editor.versions()));
		say('Written into docs');
	}
});
if (reason) console.error(`\nThe bench did not get to its end: ${reason}`);
if (isFarOff && values.short) console.error('A target is missed by more than a half');
process.exit(reason || (isFarOff && values.short) ? 1 : 0);
