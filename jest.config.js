/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	transform: { '\\.ts$': 'ts-jest' },
	// These take minutes: jest.faults.config.js.
	testPathIgnorePatterns: ['/node_modules/', '/test/faults/'],
	testTimeout: 30_000,
	// jest's own default leaves one of two cores idle.
	maxWorkers: '100%',
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts', 'simulator/**/*.ts'],
	coverageReporters: ['text-summary', 'lcovonly'],
};
