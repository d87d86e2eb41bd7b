const { availableParallelism } = require('node:os');

const { mapLibraries } = require('./test/libraries.js');

/** These are published as ES modules only, which jest does not load as they are. */
const esModules = '(fast-png|iobuffer|qr)/';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: './test/environment.js',
	testSequencer: './test/sequencer.js',
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
		...mapLibraries(),
		// Files that tsx runs, too, say .js: for Payments.node alone it takes the .json beside it.
		'^((?:\\.\\./)+nodes/.*\\.node)\\.js$': '$1',
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
	// What test files leave behind adds up in a process that runs many of them.
	workerIdleMemoryLimit: '1.5GB',
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts', 'simulator/**/*.ts'],
	coverageReporters: ['text-summary', 'lcovonly'],
};
