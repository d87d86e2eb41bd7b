import type { INodeExecutionData } from 'n8n-workflow';

import { about, examples } from './examples';
import { formatPage } from './markdown';
import {
	commonFieldsOf,
	fieldsOf,
	fileOf,
	operations,
	operationsOf,
	properties,
	resources,
} from './operations';
import { atSimulator, runExample, saved } from './runs';
import { sentence, table } from './table';
import { triggerPages, type TriggerPage } from './triggers';

const MARK = '<!-- Made by `npm run docs` from the code and the simulator. Do not edit. -->';

const HOW_TO_READ =
	'Parameters of an example are as the editor saves them: defaults are omitted. The output is real: the node ran against the simulator of the Payments API.';

/**
 * Generates the pages of docs/resources.
 *
 * @returns their texts, by name
 * @throws an error if an operation has no example, or if one fails
 */
export async function makePages(): Promise<Map<string, string>> {
	for (const name of Object.keys(examples)) {
		if (!operations.has(name)) throw new Error(`${name}: the node has no such operation`);
	}
	const pages = new Map<string, string>();
	for (const { name } of resources) pages.set(fileOf(name), await resourcePage(name));
	for (const page of triggerPages) pages.set(`${page.file}.md`, await triggerPage(page));
	for (const [file, text] of pages) pages.set(file, await formatPage(text, 'docs/resources'));
	return pages;
}

async function resourcePage(resource: string): Promise<string> {
	if (!about[resource])
		throw new Error(`${resource}: nothing about it in docs/generate/examples.ts`);
	const own = operationsOf(resource);
	const withRaw = own.find(([, one]) => fieldsOf(one).some(({ name }) => name === 'output'));
	const sections: string[] = [];
	for (const [name, operation] of own) {
		const fields = fieldsOf(operation);
		sections.push(
			`## ${operation.name}`,
			`**${operation.action}**: ${sentence(operation.description)}`,
			fields.length > 0 ? table(fields, properties) : 'No parameters of its own.',
			await example(name),
		);
		if (name === withRaw?.[0]) sections.push(await rawExample(name));
	}
	return [
		MARK,
		`# ${resource}`,
		about[resource],
		HOW_TO_READ,
		...sections,
		'## Every operation',
		table(commonFieldsOf(own[0]![1].resource), properties),
	].join('\n\n');
}

async function example(name: string): Promise<string> {
	const { parameters, item, items } = await atSimulator((simulator) => runExample(simulator, name));
	const usesItem = JSON.stringify(parameters).includes('={{');
	const { after } = examples[name]!;
	return [
		'Parameters:',
		json(parameters),
		...(usesItem ? [after ? `Input, from _${after}_:` : 'Input:', json([item])] : []),
		'Output:',
		...output(items),
	].join('\n\n');
}

async function rawExample(name: string): Promise<string> {
	const raw = { output: 'raw' };
	const { items } = await atSimulator((simulator) => runExample(simulator, name, raw));
	const [first] = items;
	const short = shortened(first!.json);
	const isShort = items.length > 1 || JSON.stringify(short) !== JSON.stringify(first!.json);
	const cut = isShort ? '; lists are shortened to their first element' : '';
	return [`The same with _Output_ set to _Raw_${cut}:`, json([short])].join('\n\n');
}

/** Shows the output as the editor does, and its files by name. */
function output(items: INodeExecutionData[]): string[] {
	const files = items.flatMap(({ binary = {} }) => Object.entries(binary));
	return [
		json(items.map((item) => item.json)),
		...files.map(
			([field, { fileName, mimeType }]) =>
				`And a file in the field \`${field}\`: \`${fileName}\`, of the type \`${mimeType}\`.`,
		),
	];
}

/** Shortens every list to its first element. */
function shortened(value: unknown): unknown {
	if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

async function triggerPage({ description, about, starts }: TriggerPage): Promise<string> {
	const { displayName } = description;
	const sections: string[] = [];
	for (const { title, parameters, run } of starts) {
		const items = await atSimulator((simulator) => run(simulator, parameters));
		if (items.length === 0) throw new Error(`${displayName}: ${title} started nothing`);
		const given = saved(displayName, description, parameters);
		const isAsAtFirst = Object.keys(given).length === 0;
		sections.push(
			`## ${title}`,
			...(isAsAtFirst ? ['Parameters: all defaults.'] : ['Parameters:', json(given)]),
			'Output:',
			json(items),
		);
	}
	return [
		MARK,
		`# ${displayName}`,
		about,
		HOW_TO_READ,
		'## Parameters',
		table(description.properties, description.properties),
		...sections,
	].join('\n\n');
}

function json(value: unknown): string {
	return `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
}
