const { availableParallelism } = require('node:os');

const libraries = require('./test/libraries.js');

/** These are published as ES modules only, which jest does not load as they are. */
const esModules = '(fast-png|iobuffer|qr)/';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	transform: {
		// Without types, by `isolatedModules` in tsconfig.json: `npm run lint` checks them.
		'\\.ts$': 'ts-jest',
		[`/node_modules/${esModules}.+\\.js$`]: [
			'ts-jest',
			{ tsconfig: { allowJs: true, module: 'commonjs', target: 'es2022' }, diagnostics: false },
		],
	},
	transformIgnorePatterns: [`/node_modules/(?!${esModules})`],
	moduleNameMapper: {
		...libraries(),
		// Files that tsx runs, too, say .js: for Payments.node alone it takes the .json beside it.
		'^(\\.\\./\\.\\./nodes/.*\\.node)\\.js$': '$1',
	},
	// The faults take minutes: jest.faults.config.js. The live check is a tool of its own: CI=1 npx jest test/live.
	testPathIgnorePatterns: [
		'/node_modules/',
		'/test/faults/',
		...(process.env.CI ? [] : ['/test/live/']),
	],
	testTimeout: 60_000,
	// Many tests wait for a time limit: meanwhile, another file has the core.
	maxWorkers: Math.ceil(1.5 * availableParallelism()),
	// Each test file loads n8n-core again, and Node.js does not free all of it.
	workerIdleMemoryLimit: '1.5GB',
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts', 'simulator/**/*.ts'],
	coverageReporters: ['text-summary', 'lcovonly'],
};
