import { about } from './examples';
import { formatPage } from './markdown';
import { operations, resources } from './operations';

/** A table of operations on a page that is written by hand, between two comments. */
const REGION = /(<!-- operations: (\w+) -->\n)[^]*?(<!-- end -->)/g;

const tables: Record<string, (folder: string) => string[]> = {
	/** A row for each resource, with its operations. */
	resources: (folder) => [
		...headOf('Resource', 'Operations', 'What it is'),
		...resources.map(({ name }) => {
			const [first = ''] = about[name]!.split(/\.(?: |$)/);
			const names = operationsOf(name).map((operation) => operation.name);
			return rowOf(linkTo(name, folder), names.join(', '), first);
		}),
	],
	/** A row for each operation, with its description in the editor. */
	operations: (folder) => [
		...headOf('Resource', 'Operation', 'What it does'),
		...resources.flatMap(({ name }) =>
			operationsOf(name).map((operation, index) =>
				rowOf(index === 0 ? linkTo(name, folder) : '', operation.name, operation.description ?? ''),
			),
		),
	],
};

/**
 * Writes the tables of operations of a page.
 *
 * @param page the page as it is
 * @param folder the way from the page to docs/resources
 * @returns the page with the tables of the node's description
 * @throws an error about a table that there is not
 */
export async function writeOperations(page: string, folder: string): Promise<string> {
	const written = page.replace(REGION, (_, start: string, name: string, end: string) => {
		const rows = tables[name];
		if (!rows) throw new Error(`There is no table of ${name}`);
		return `${start}\n${rows(folder).join('\n')}\n\n${end}`;
	});
	return await formatPage(written);
}

const operationsOf = (resource: string) =>
	[...operations].filter(([name]) => name.startsWith(`${resource}: `)).map(([, one]) => one);

const linkTo = (resource: string, folder: string) =>
	`[${resource}](${folder}/${resource.toLowerCase().replaceAll(' ', '-')}.md)`;

const rowOf = (...cells: string[]) => `| ${cells.join(' | ')} |`;

const headOf = (...cells: string[]) => [rowOf(...cells), rowOf(...cells.map(() => '---'))];
