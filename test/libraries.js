/**
 * What most test files load, in one file that environment.js loads once in a process, as `testLibraries`: reading
 * the 1,700 files of n8n-core takes seconds, and so does compiling the schemas of the contract for 100 test files.
 */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');

const LIBRARIES = ['n8n-core', 'n8n-workflow', 'fastify', 'undici', 'luxon', 'zod', 'ajv'];
const CONTRACT = ['ajv', 'check', 'contract'];

const root = join(__dirname, '..');
const hash = createHash('sha256');
const sources = [__filename, 'package-lock.json', 'contract/openapi.json'];
for (const source of [...sources, ...CONTRACT.map((name) => `contract/${name}.ts`)]) {
	hash.update(readFileSync(resolve(root, source)));
}
const folder = join(root, 'node_modules/.cache/test-libraries', hash.digest('hex').slice(0, 16));
const outfile = join(folder, 'libraries.js');

/** Builds the file, unless it is there. @returns jest's moduleNameMapper to what it holds */
exports.mapLibraries = function mapLibraries() {
	if (!existsSync(outfile)) {
		const contract = CONTRACT.map((name) => `contract/${name}`);
		const modules = [
			...LIBRARIES.map((name) => [name, name]),
			...contract.map((name) => [name, `./${name}`]),
		];
		const getters = modules.map(([name, from]) => `get '${name}'() { return require('${from}'); }`);
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
		for (const [name] of modules) {
			const file = join(folder, `${name}.js`);
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, `module.exports = testLibraries['${name}'];`);
		}
	}
	return {
		[`^(${LIBRARIES.join('|')})$`]: join(folder, '$1.js'),
		[`^[./]+/(contract/(${CONTRACT.join('|')}))$`]: join(folder, '$1.js'),
	};
};

/** @returns what is in the file, by name; each is loaded when it is first asked for */
exports.loadLibraries = () => require(outfile);
