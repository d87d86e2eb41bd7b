import { writeFile } from 'node:fs/promises';
import { resolve as toPath } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { all, contract, type Schema } from './contract';

/*
 * Writes contract/types.ts, or another file that is named: the records of the contract as TypeScript. Of several types
 * that a field may have, it gets the first. openapi-typescript would make each field optional.
 */

const FILE = toPath(__dirname, 'types.ts');
const { schemas } = contract.components;
const nameOf = ({ $ref }: Schema) => $ref?.split('/').at(-1) ?? '';

/** Schemas that are neither records nor bodies. */
const others = /(TokenRequest|Event|Callback|Failure|Meta|Tokens|Links)$/;

/** Whether a schema gets a type of its own name: a record or an enumeration. */
function isNamed(name: string): boolean {
	const { type, allOf, enum: values } = schemas[name] ?? {};
	return values !== undefined || allOf !== undefined || type === 'object';
}

const canBeNull = (schema: Schema): boolean => {
	const { type, oneOf = [] } = all(schema);
	return [type].flat().includes('null') || oneOf.some(canBeNull);
};

function typeOf(schema: Schema): string {
	const first = firstTypeOf(schema);
	return canBeNull(schema) && first !== 'null' ? `${first} | null` : first;
}

function firstTypeOf(schema: Schema): string {
	if (schema.$ref && isNamed(nameOf(schema))) return nameOf(schema);
	const { type, oneOf, allOf, enum: values, items, properties } = all(schema);
	if (oneOf) return firstTypeOf(oneOf[0]!);
	// Other parts are conditions.
	const parts = (allOf ?? []).filter((part) => part.$ref ?? part.properties).map(firstTypeOf);
	if (parts.length > 0)
		return [...parts, ...(properties ? [fieldsOf(properties)] : [])].join(' & ');
	if (values) return values.flatMap((one) => (one === null ? [] : JSON.stringify(one))).join(' | ');
	switch ([type].flat()[0]) {
		case 'array':
			return `Array<${items ? typeOf(items) : 'unknown'}>`;
		case 'object':
			return properties ? fieldsOf(properties) : 'Record<string, unknown>';
		case 'integer':
			return 'number';
		case undefined:
			return 'unknown';
		default:
			return [type].flat()[0]!;
	}
}

function fieldsOf(properties: Record<string, Schema>): string {
	const lines = Object.entries(properties).map(([name, field]) => {
		const description = field.description ? `/** ${field.description.trim()} */\n` : '';
		return `${description}${JSON.stringify(name)}: ${typeOf(field)};`;
	});
	return `{\n${lines.join('\n')}\n}`;
}

async function main() {
	const types = Object.entries(schemas)
		.filter(([name]) => isNamed(name) && !others.test(name))
		.map(([name, schema]) => {
			const description = schema.description ? `/** ${schema.description.trim()} */\n` : '';
			return `${description}export type ${name} = ${firstTypeOf(schema)};`;
		});
	const text = `// Written by npm run contract.\n\n${types.join('\n\n')}\n`;
	const options = await resolveConfig(FILE);
	await writeFile(
		process.argv[2] ?? FILE,
		await format(text, { ...options, parser: 'typescript' }),
	);
}

void main();
