import { about } from './examples';
import { tableOf, writeParts } from './markdown';
import {
	fieldsOf,
	fileOf,
	operations,
	operationsOf,
	resources,
	type Operation,
} from './operations';

const tables: Record<string, (folder: string) => string> = {
	/** A row for each resource, with its operations. */
	resources: (folder) =>
		tableOf(
			['Resource', 'Operations', 'What it is'],
			resources.map(({ name }) => {
				const [first = ''] = about[name]!.split(/\.(?: |$)/);
				const names = operationsOf(name).map(([, operation]) => operation.name);
				return [linkTo(name, folder), names.join(', '), first];
			}),
		),
	/** A row for each operation, with its description in the editor. */
	operations: (folder) =>
		tableOf(
			['Resource', 'Operation', 'What it does'],
			resources.flatMap(({ name }) =>
				operationsOf(name).map(([, operation], index) => [
					index === 0 ? linkTo(name, folder) : '',
					operation.name,
					operation.description ?? '',
				]),
			),
		),
	/** A row for the settings without which an agent may not use operations. */
	tools: () => {
		const byNeed = new Map<string, Operation[]>();
		for (const operation of operations.values()) {
			const needs = fieldsOf(operation).filter(
				({ type, displayOptions }) => type !== 'notice' && displayOptions?.show?.['@tool'],
			);
			const names = inWords(needs.map(({ displayName }) => `**${displayName}**`));
			if (names) byNeed.set(names, [...(byNeed.get(names) ?? []), operation]);
		}
		return tableOf(
			['Operation', 'Until this is set, each call is refused'],
			[...byNeed].map(([names, needing]) => [namesOf(needing), names]),
		);
	},
};

/** Returns the names of operations, those that delete as one. */
function namesOf(all: Operation[]): string {
	const others = all.filter(({ name }) => name !== 'Delete');
	const named = resources.flatMap(({ name: resource, value }) => {
		const [first, ...more] = others.filter((one) => one.resource === value);
		if (!first) return [];
		return inWords([`_${resource}: ${first.name}_`, ...more.map(({ name }) => `_${name}_`)]);
	});
	return [...(others.length < all.length ? ['All that delete'] : []), ...named].join(', ');
}

function inWords(all: string[]): string {
	const first = all.slice(0, -1).join(', ');
	return [first, ...all.slice(-1)].filter(Boolean).join(' and ');
}

/**
 * Writes the tables of operations of a page.
 *
 * @param page the page as it is
 * @param folder the way from the page to docs/resources
 * @returns the page with the tables of the node's description
 * @throws an error about a table that there is not
 */
export async function writeOperations(page: string, folder: string): Promise<string> {
	return await writeParts(page, 'operations', (name) => {
		const write = tables[name];
		if (!write) throw new Error(`There is no table of ${name}`);
		return write(folder);
	});
}

function linkTo(resource: string, folder: string): string {
	return `[${resource}](${folder}/${fileOf(resource)})`;
}
