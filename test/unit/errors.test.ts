import { readFileSync } from 'node:fs';
import path from 'node:path';

import * as words from './words';

const { messages, remedies, both } = words;
const page = readFileSync(path.join(__dirname, '../../docs/errors.md'), 'utf8');

/** The first cells of the rows of all tables whose first column is called so. */
function firstCells(title: string): string[] {
	return page.split(/\n{2,}/).flatMap((block) => {
		const [head = [], , ...rows] = block
			.split('\n')
			.map((line) => line.replaceAll('\\', '').slice(1, -1).split('|'));
		return head[0]?.trim() === title ? rows.map((cells) => cells[0]!.trim()) : [];
	});
}

/** What n8n calls a setting of its own. */
const SETTING = 'On Error';

const isAlarming = (text: string) =>
	/\b(error|problem|failure|mistake|invalid)/i.test(text.replaceAll(SETTING, ''));

describe('docs/errors.md', () => {
	const rows = firstCells('It says');
	const said = [...messages, ...both];

	test('is held against many messages', () => {
		expect(said.length).toBeGreaterThan(80);
		expect(rows.length).toBeGreaterThan(70);
	});

	test('has a row for each message of the nodes and credentials', () => {
		const missing = said.filter(({ text }) => !rows.includes(text));
		expect(missing.map(({ text, at }) => `no row for "${text}": ${at}`)).toEqual([]);
	});

	test('has no row for a message that is not there, and none twice', () => {
		const surplus = rows.filter(
			(row, index) => rows.indexOf(row) !== index || !said.some(({ text }) => text === row),
		);
		expect(surplus.map((row) => `nothing says "${row}", or there are two rows`)).toEqual([]);
	});

	test('has a row for each status that has a remedy', () => {
		const others = ['3xx', '408', '4xx', '5xx'];
		const listed = firstCells('Status').map((cell) => /\w{3}(?=`$)/.exec(cell)?.[0]);
		expect(listed.sort()).toEqual([...words.statuses, ...others].sort());
	});

	test('says why, and what to do, in each row', () => {
		const lines = page.split('\n').filter((line) => line.startsWith('|'));
		expect(lines.filter((line) => !/^(\| *[^|\s][^|]*){3}\|$/.test(line))).toEqual([]);
	});
});

describe('a message', () => {
	test('says what happened, in calm words, and without a full stop', () => {
		const isGood = (text: string) => /^['…A-Z].*[^.\s]$/.test(text) && !isAlarming(text);
		expect(messages.filter(({ text }) => !isGood(text))).toEqual([]);
	});

	test('has beside it what to do, a sentence in calm words', () => {
		expect(words.bare).toEqual([]);
		expect(remedies.length).toBeGreaterThan(80);
		// One ends with the code of the network.
		const isGood = (text: string) => /^[A-Z…].*([.…]|…\))$/.test(text) && !isAlarming(text);
		expect(remedies.filter(({ text }) => !isGood(text))).toEqual([]);
	});

	test('has in it what to do where n8n shows nothing beside it', () => {
		expect(both).toHaveLength(3);
		const isGood = (text: string) => /^[A-Z'].+\. [A-Z].+\.$/.test(text) && !isAlarming(text);
		expect(both.filter(({ text }) => !isGood(text))).toEqual([]);
	});

	test('puts labels, and nothing else, in single quotation marks', () => {
		const named = [...messages, ...remedies, ...both].flatMap(({ text, at }) =>
			// A field of the output begins with a small letter.
			[...text.matchAll(/(?<!\w)'([A-Z][^'…]*)'(?!\w)/g)].map(([, label]) => ({ label, at })),
		);
		expect(named.length).toBeGreaterThan(20);
		const labels = [...words.labels, SETTING];
		expect(named.filter(({ label }) => !labels.includes(label!))).toEqual([]);
	});

	test('is put together of nothing that could be a secret', () => {
		expect(words.varying.length).toBeGreaterThan(20);
		const secret = /key|salt|secret|token|password|authorization|header/i;
		const bad = words.varying.filter(({ names }) => names.some((name) => secret.test(name)));
		expect(bad).toEqual([]);
	});
});

// Otherwise the tests above would look at less than there is.
describe('no message goes by unseen', () => {
	test('the words of each can be told', () => expect(words.unknown).toEqual([]));
	test('no error is made in another way', () => expect(words.others).toEqual([]));
	test('every rule speaks by says()', () => expect(words.wordless).toEqual([]));
	test('nothing is expected that is not there', () => expect(words.gone).toEqual([]));
});
