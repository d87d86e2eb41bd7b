const { mkdirSync, readFileSync, readdirSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { build } = require('esbuild');
const { transpile } = require('typescript');

const { n8n } = require('./package.json');

/** The licence texts of the packages that esbuild took code from. */
function licences({ outputs }) {
	const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
	const folders = files.map((file) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]);
	return [...new Set(folders)].filter(Boolean).map((folder) => {
		const texts = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
		// Where there is a choice, MIT.
		const text = texts.find((file) => file.includes('MIT')) ?? texts[0];
		const name = folder.slice('node_modules/'.length);
		return `${name}\n\n${readFileSync(`${folder}/${text}`, 'utf8').trim()}`;
	});
}

/** The files in which n8n looks for the nodes and credentials, with the name of what it looks for. */
const entries = [...n8n.nodes, ...n8n.credentials].map((file) => ({
	file,
	name: file.replace(/.*\//, '').replace(/\..*/, ''),
}));

/**
 * Compiles all nodes and credentials into one file, which n8n loads in half the time of hundreds of small ones,
 * without the comments that esbuild keeps: they are for who reads the sources, and 10 kB of the package.
 *
 * @param {string} outfile where it goes
 */
async function bundleNodes(outfile) {
	const sources = entries.map(({ file, name }) => {
		const source = file.replace(/^dist/, '.').replace(/\.js$/, '');
		return `export { ${name} } from '${source}';`;
	});
	const { outputFiles } = await build({
		stdin: { contents: sources.join('\n'), resolveDir: __dirname, loader: 'ts' },
		write: false,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		// n8n has them. The encoder of QR codes is loaded with the first picture.
		packages: 'external',
		external: ['./qrEncoder'],
		charset: 'utf8',
	});
	mkdirSync(dirname(outfile), { recursive: true });
	const options = { target: 'es2022', alwaysStrict: true, removeComments: true };
	writeFileSync(outfile, transpile(outputFiles[0].text, options));
}

/**
 * Compiles nodes/Payments/output/qrEncoder.ts with its libraries in it, as nothing can be installed beside a
 * node, and their licences on top.
 *
 * @param {string} outfile where it goes
 */
async function bundleQrEncoder(outfile) {
	const numbers = ['Int8', 'Int16', 'Int32', 'BigInt64', 'Float32', 'Float64'];
	const arrays = [...numbers, 'Uint8', 'Uint16', 'Uint32', 'BigUint64'].map((one) => `${one}Array`);
	const options = {
		entryPoints: ['nodes/Payments/output/qrEncoder.ts'],
		outfile,
		bundle: true,
		format: 'cjs',
		platform: 'neutral',
		mainFields: ['module', 'main'],
		// By this name iobuffer calls the types of arrays, and n8n allows it in no node.
		define: Object.fromEntries(arrays.map((array) => [`globalThis.${array}`, array])),
		metafile: true,
	};
	const { metafile } = await build({ ...options, write: false });
	const banner = `/*\nWith code of:\n\n${licences(metafile).join('\n\n\n')}\n*/`;
	await build({ ...options, banner: { js: banner } });
}

module.exports = { bundleNodes, bundleQrEncoder, entries };
