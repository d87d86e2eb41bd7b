import { about } from './examples';
import { tableOf, writeParts } from './markdown';
import { fileOf, operationsOf, resources } from './operations';

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
	return await writeParts(page, 'operations', (name) => {
		const write = tables[name];
		if (!write) throw new Error(`There is no table of ${name}`);
		return write(folder);
	});
}

function linkTo(resource: string, folder: string): string {
	return `[${resource}](${folder}/${fileOf(resource)})`;
}
