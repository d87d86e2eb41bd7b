import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

import { e2eFolder } from '../install.mjs';
import { runScript } from './child.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import type { Stage } from './stage.mjs';

/** The package's name, as n8n knows it. */
const OURS = 'n8n-nodes-payments';

/** How long the package takes to load, and how much the editor has to load of each node. */
export async function measureLoad(
	{ editor, folder }: Stage,
	results: Results,
	{ rounds }: { rounds: number },
): Promise<void> {
	const installed = path.join(folder, '.n8n', 'nodes', 'node_modules', OURS);
	const env = { NODE_PATH: path.join(e2eFolder, 'n8n', 'newest', 'node_modules') };
	const load = async () => await runScript<number>('loadTime.cjs', [installed], { env });
	// The files are in the machine's memory then.
	await load();
	const time = { name: 'load', title: 'Loading the package', unit: 'milliseconds' as const };
	await results.inTurn(time, [{ name: names.thisNode, rounds, run: load }]);

	const size = { name: 'descriptions', title: 'Description', unit: 'kilobytes' as const };
	for (const type of await editor.nodeTypes(OURS)) {
		results.add(size, type.displayName, kilobytes(type));
	}
	const theirs = await editor.nodeTypes('n8n-nodes-base');
	for (const [name, version] of [
		['n8n-nodes-base.httpRequest', 4.2],
		['n8n-nodes-base.stripe', 1],
	] as const) {
		const type = theirs.find((one) => one.name === name && [one.version].flat().includes(version));
		if (type) results.add(size, `n8n's ${type.displayName}`, kilobytes(type));
	}
}

function kilobytes(type: INodeTypeDescription): number {
	return Buffer.byteLength(JSON.stringify(type)) / 1000;
}
