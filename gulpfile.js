const { readdirSync, readFileSync } = require('node:fs');
const { build } = require('esbuild');
const { dest, parallel, src } = require('gulp');

/** Copies the icons next to the compiled code: nodes and credentials name them by relative path. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Copies what the editor finds the nodes by: n8n looks for it beside each compiled node. */
function codex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/**
 * Puts the libraries that make QR pictures into the compiled file that uses them, as nothing can be
 * installed beside a node, and the licences of all that came in on top of it.
 */
async function bundle() {
	const options = {
		entryPoints: ['nodes/Payments/shared/qr.ts'],
		outfile: 'dist/nodes/Payments/shared/qr.js',
		bundle: true,
		format: 'cjs',
		platform: 'neutral',
		mainFields: ['module', 'main'],
		// n8n allows no such global in a node; iobuffer takes the types of arrays from it.
		define: Object.fromEntries(arrays.map((type) => [`globalThis.${type}`, type])),
		metafile: true,
	};
	const { metafile } = await build({ ...options, write: false });
	await build({ ...options, banner: { js: `/*\n${licences(metafile)}\n*/` } });
}

const arrays = ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'BigInt64', 'BigUint64']
	.concat(['Float32', 'Float64'])
	.map((numbers) => `${numbers}Array`);

/** The licence texts of the packages that esbuild found a use for. */
function licences({ outputs }) {
	const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
	const folders = files.map((file) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]);
	return [...new Set(folders.filter(Boolean))]
		.map((folder) => {
			// Where there is a choice, MIT.
			const [name] = readdirSync(folder)
				.filter((file) => /^licen[cs]e/i.test(file))
				.sort((a, b) => b.includes('MIT') - a.includes('MIT'));
			return `${folder.slice('node_modules/'.length)}\n\n${readFileSync(`${folder}/${name}`, 'utf8').trim()}`;
		})
		.join('\n\n\n');
}

module.exports = { 'build:assets': parallel(icons, codex), 'build:bundle': bundle };
