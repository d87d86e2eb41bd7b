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
	// These take minutes: jest.faults.config.js.
	testPathIgnorePatterns: ['/node_modules/', '/test/faults/'],
	testTimeout: 60_000,
	// jest's own default leaves one of two cores idle.
	maxWorkers: '100%',
	// Each test file loads n8n-core again, and Node.js does not free all of it.
	workerIdleMemoryLimit: '1.5GB',
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts', 'simulator/**/*.ts'],
	coverageReporters: ['text-summary', 'lcovonly'],
};
