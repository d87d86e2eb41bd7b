import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { makeSchemas } from './schemas';

/** Where n8n looks for the schemas of the node's only version. */
const folder = 'dist/nodes/Payments/__schema__/v1.0.0';

async function main() {
	for (const [name, schema] of makeSchemas()) {
		const file = path.join(folder, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify({ ...schema, version: 1 }));
	}
}

void main();
