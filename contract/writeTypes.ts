import { writeFile } from 'node:fs/promises';
import { resolve as toPath } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

import type { Schema } from './contract';
import contract from './openapi.json';

/*
 * Writes contract/types.ts, or another file that is named: the records of the contract as TypeScript. The simulator has
 * every field of a record, and of several types that a field may have, the first.
 */

/** Not all records meet them. */
const CONDITIONS = ['required', 'if', 'then'];

const FILE = toPath(__dirname, 'types.ts');

/** Returns a schema without optional fields, conditions and further types: null stays. */
function simplified(part: unknown): unknown {
	if (Array.isArray(part)) return part.map(simplified);
	if (typeof part !== 'object' || part === null) return part;
	const schema = Object.entries(part).filter(([name]) => !CONDITIONS.includes(name));
	return Object.fromEntries(
		schema.map(([name, value]) => [
			name,
			simplified(name === 'oneOf' ? firstOf(value as Schema[]) : value),
		]),
	);
}

function firstOf([first, ...others]: Schema[]): Schema[] {
	return [first!, ...others.filter(({ type }) => type === 'null')];
}

async function main() {
	const { openapi, info, components } = contract;
	const schemas = simplified(components.schemas);
	const document = { openapi, info, paths: {}, components: { schemas } };
	const types = await openapiTS(document as unknown as OpenAPI3, {
		propertiesRequiredByDefault: true,
		rootTypes: true,
		rootTypesNoSchemaPrefix: true,
	});
	const text = `// Written by npm run contract.\n\n${astToString(types)}`;
	const options = await resolveConfig(FILE);
	await writeFile(
		process.argv[2] ?? FILE,
		await format(text, { ...options, parser: 'typescript' }),
	);
}

void main();
