/** The long tests of test/faults: `npm run test:faults`. @type {import('jest').Config} */
module.exports = {
	...require('./jest.config.js'),
	testPathIgnorePatterns: ['/node_modules/'],
	roots: ['<rootDir>/test/faults'],
	testTimeout: 600_000,
};
