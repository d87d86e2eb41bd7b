/**
 * The libraries that most test files load, each in one file. jest gives every test file modules of its own, and reading
 * the 1,700 files of n8n-core takes it seconds every time.
 */
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const LIBRARIES = ['n8n-core', 'n8n-workflow', 'fastify', 'undici'];

const root = join(__dirname, '..');

/** Builds them, unless they are there. @returns jest's moduleNameMapper to them */
module.exports = function libraries() {
	const hash = createHash('sha256').update(readFileSync(__filename));
	hash.update(readFileSync(join(root, 'package-lock.json')));
	const folder = join(root, 'node_modules/.cache/test-libraries', hash.digest('hex').slice(0, 16));
	for (const library of LIBRARIES) {
		const outfile = join(folder, `${library}.js`);
		if (existsSync(outfile)) continue;
		require('esbuild').buildSync({
			stdin: { contents: `module.exports = require('${library}')`, resolveDir: root },
			outfile,
			bundle: true,
			platform: 'node',
			target: 'node20',
			external: [...LIBRARIES.filter((other) => other !== library), 'luxon', 'zod', '*.node'],
			minifyWhitespace: true,
			legalComments: 'none',
		});
	}
	return { [`^(${LIBRARIES.join('|')})$`]: join(folder, '$1.js') };
};
