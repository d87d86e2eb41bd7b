/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	transform: { '\\.ts$': 'ts-jest' },
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
