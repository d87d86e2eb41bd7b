/** These come as ES modules only, which jest does not load as they are. */
const esModules = '(fast-png|iobuffer|qr)/';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	transform: {
		'\\.ts$': 'ts-jest',
		[`/node_modules/${esModules}.+\\.js$`]: [
			'ts-jest',
			{ tsconfig: { allowJs: true, module: 'commonjs', target: 'es2022' }, diagnostics: false },
		],
	},
	transformIgnorePatterns: [`/node_modules/(?!${esModules})`],
	// Files that tsx runs, too, say .js: for Payments.node alone it takes the .json beside it.
	moduleNameMapper: { '^(\\.\\./\\.\\./nodes/.*\\.node)\\.js$': '$1' },
	// These take minutes: jest.faults.config.js.
	testPathIgnorePatterns: ['/node_modules/', '/test/faults/'],
	testTimeout: 30_000,
	// jest's own default leaves one of two cores idle.
	maxWorkers: '100%',
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts', 'simulator/**/*.ts'],
	coverageReporters: ['text-summary', 'lcovonly'],
};
