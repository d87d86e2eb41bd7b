const { dest, parallel, src } = require('gulp');
const { execFile } = require('node:child_process');
const { mkdir, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const { bundleNodes, bundleQrEncoder, entries } = require('./bundle');

/** Copies the icons: nodes and credentials name them by relative path. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Copies what the editor finds the nodes by: n8n looks for it beside each node. */
function codex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/** Compiles the code, and writes the files that n8n looks for: each has one node or credential of the compiled file. */
async function code() {
	await bundleNodes('dist/payments.js');
	await bundleQrEncoder('dist/qrEncoder.js');
	for (const { file, name } of entries) {
		const folder = path.dirname(file);
		await mkdir(folder, { recursive: true });
		const compiled = path.relative(folder, 'dist/payments.js');
		await writeFile(file, `exports.${name} = require('${compiled}').${name};\n`);
	}
}

/** Writes the schemas of the operations' output, whose fields the editor shows before the first run. */
async function schemas() {
	await promisify(execFile)('node', ['--import', 'tsx', 'docs/generate/writeSchemas.ts']);
}

exports.default = parallel(icons, codex, code, schemas);
