/**
 * The libraries that most test files load, in one file: reading the 1,700 files of n8n-core takes seconds.
 * environment.js loads it once in a process, as `testLibraries`.
 */
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const LIBRARIES = ['n8n-core', 'n8n-workflow', 'fastify', 'undici', 'luxon', 'zod'];

const root = join(__dirname, '..');
const hash = createHash('sha256').update(readFileSync(__filename));
hash.update(readFileSync(join(root, 'package-lock.json')));
const folder = join(root, 'node_modules/.cache/test-libraries', hash.digest('hex').slice(0, 16));
const outfile = join(folder, 'libraries.js');

/** Builds the file, unless it is there. @returns jest's moduleNameMapper to what it holds */
exports.mapLibraries = function mapLibraries() {
	if (!existsSync(outfile)) {
		const getters = LIBRARIES.map(
			(library) => `get '${library}'() { return require('${library}'); }`,
		);
		require('esbuild').buildSync({
			stdin: { contents: `module.exports = { ${getters.join(', ')} };`, resolveDir: root },
			outfile,
			bundle: true,
			platform: 'node',
			target: 'node20',
			external: ['*.node'],
			minifyWhitespace: true,
			legalComments: 'none',
		});
		for (const library of LIBRARIES) {
			writeFileSync(join(folder, `${library}.js`), `module.exports = testLibraries['${library}'];`);
		}
	}
	return { [`^(${LIBRARIES.join('|')})$`]: join(folder, '$1.js') };
};

/** @returns the libraries by their names; each is loaded when it is first asked for */
exports.loadLibraries = () => require(outfile);
