import { readFileSync } from 'node:fs';
import path from 'node:path';

import { credentialMessages } from '../../credentials/messages';
import { catalogue } from '../../nodes/Payments/shared/messages';
import { allParameters } from './parameters';

const root = path.join(__dirname, '../..');
const page = readFileSync(path.join(root, 'docs/errors.md'), 'utf8');

/** Where an entry of the catalogue is, such as `refunds.unconfirmed`. */
interface Text {
	at: string;
	text: string;
}

type Section = Record<string, unknown>;
const { statusRemedies, webhookResponses, ...ofNodes } = catalogue as Record<string, Section>;
const sections: Record<string, Section> = {
	...ofNodes,
	statusRemedies: statusRemedies!,
	webhookResponses: webhookResponses!,
};

/** The entries of sections, with … for what differs. */
function entriesOf(all: Record<string, Section>) {
	return Object.entries(all).flatMap(([section, entries]) =>
		Object.entries(entries).map(([name, entry]) => {
			const value: unknown =
				typeof entry === 'function'
					? (entry as (...values: string[]) => unknown)(...Array<string>(entry.length).fill('…'))
					: entry;
			return { section, at: `${section}.${name}`, value };
		}),
	);
}

const entries = entriesOf(sections);

/** The causes. Messages about parameters are read after a label. */
const messages = entries.flatMap(({ section, at, value }): Text[] => {
	if (typeof value === 'string') return [];
	const { message } = value as { message: string };
	return [{ at, text: section === 'parameters' ? `'…' ${message}` : message }];
});

/** The remedies, and their sentences. */
const descriptions = entries.flatMap(({ at, value }): Text[] => {
	if (typeof value === 'string') return [{ at, text: value }];
	const { description } = value as { description?: string };
	return description === undefined ? [] : [{ at, text: description }];
});

/** The cause and the remedy, where n8n shows one text only. */
const inOne = entriesOf({ credentials: credentialMessages }).map(({ at, value }): Text => ({
	at,
	text: value as string,
}));

const all = [...messages, ...descriptions, ...inOne];

/** The first cells of the rows of all tables whose first column has this title. */
function firstCells(title: string): string[] {
	return page.split(/\n{2,}/).flatMap((block) => {
		const [head = [], , ...rows] = block
			.split('\n')
			.map((line) => line.replaceAll('\\', '').slice(1, -1).split('|'));
		return head[0]?.trim() === title ? rows.map((cells) => cells[0]!.trim()) : [];
	});
}

/** The label of a setting of n8n. */
const SETTING = 'On Error';
/** The label of n8n's button in a node. */
const BUTTONS = ['Execute step', 'Execute workflow'];

const isAlarming = (text: string) =>
	/\b(error|problem|failure|mistake|invalid)/i.test(text.replaceAll(SETTING, ''));

describe('docs/errors.md', () => {
	const rows = firstCells('Message');
	const documented = [...messages, ...inOne];

	test('is compared with many messages', () => {
		expect(documented.length).toBeGreaterThan(80);
		expect(rows.length).toBeGreaterThan(80);
	});

	test('has a row for each message of the nodes and credentials', () => {
		expect(documented.filter(({ text }) => !rows.includes(text))).toEqual([]);
	});

	test('has no row for a message that does not exist, and none twice', () => {
		const surplus = rows.filter(
			(row, index) => rows.indexOf(row) !== index || !documented.some(({ text }) => text === row),
		);
		expect(surplus).toEqual([]);
	});

	test('has a row for each status that has a remedy', () => {
		const others = ['3xx', '408', '4xx', '5xx'];
		const listed = firstCells('Status').map((cell) => /\w{3}(?=`$)/.exec(cell)?.[0]);
		expect(Object.keys(statusRemedies!)).toContain('422');
		expect(listed.sort()).toEqual([...Object.keys(statusRemedies!), ...others].sort());
	});

	test('has a cause and what to do in each row', () => {
		const lines = page.split('\n').filter((line) => line.startsWith('|'));
		expect(lines.filter((line) => !/^(\| *[^|\s][^|]*){3}\|$/.test(line))).toEqual([]);
	});
});

describe('a message', () => {
	test('is what happened, in calm words, without a full stop', () => {
		const isGood = (text: string) => /^['…A-Z].*[^.\s]$/.test(text) && !isAlarming(text);
		expect(messages.filter(({ text }) => !isGood(text))).toEqual([]);
	});

	test('has a description of what to do, in sentences and in calm words', () => {
		expect(descriptions.length).toBeGreaterThan(80);
		// Either a hint, which is an entry itself, or sentences: the last one may be an entry too, or be followed by the
		// code of the network.
		const isGood = (text: string) =>
			text === '…' || (/^[A-Z…].*(\.|\. …|\(…\))$/.test(text) && !isAlarming(text));
		expect(descriptions.filter(({ text }) => !isGood(text))).toEqual([]);
	});

	test('has no description only where nothing shows one', () => {
		const bare = entries.filter(
			({ value }) => typeof value === 'object' && !Object.hasOwn(value!, 'description'),
		);
		expect(new Set(bare.map(({ section }) => section))).toEqual(
			new Set(['qrImages', 'webhookResponses']),
		);
	});

	test('contains what to do where n8n shows one text only', () => {
		expect(inOne).toHaveLength(8);
		const isGood = (text: string) => /^[A-Z'].+\. [A-Z…].+\.$/.test(text) && !isAlarming(text);
		expect(inOne.filter(({ text }) => !isGood(text))).toEqual([]);
	});

	test('has labels, and nothing else, in single quotation marks', () => {
		// Those of entries in collections, too.
		const shown = JSON.stringify(allParameters).matchAll(/"displayName":"([^"]+)"/g);
		const labels = [...shown].map(([, label]) => label!);
		const quoted = all.flatMap(({ at, text }) =>
			// A field of the output begins with a small letter.
			[...text.matchAll(/(?<!\w)'([A-Z][^'…]*)'(?!\w)/g)].map(([, label]) => ({
				at,
				label: label!,
			})),
		);
		expect(quoted.length).toBeGreaterThan(20);
		expect(quoted.filter(({ label }) => ![...labels, SETTING, ...BUTTONS].includes(label))).toEqual(
			[],
		);
	});

	test('is made of nothing that could be a secret', () => {
		const secret = /key|salt|secret|token|password|authorization|header/i;
		const functions = Object.values({ ...sections, credentialMessages })
			.flatMap((section) => Object.entries(section))
			.filter(([, entry]) => typeof entry === 'function')
			// Parameters stand in front of the arrow.
			.map(([name, entry]) => ({ name, parameters: String(entry).split('=>')[0]! }));
		expect(functions.length).toBeGreaterThan(40);
		expect(functions.filter(({ parameters }) => secret.test(parameters))).toEqual([]);
	});

	test('only has its parameters inserted', () => {
		const conditional = Object.values({ ...sections, credentialMessages })
			.flatMap((section) => Object.entries(section))
			.filter(([, entry]) => typeof entry === 'function' && /\?|&&|\|\|/.test(String(entry)))
			.map(([name]) => name);
		expect(conditional).toEqual([]);
	});
});
