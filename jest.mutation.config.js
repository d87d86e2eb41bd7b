const { room, testsOf } = require('./test/mutation/rooms.js');

// A property that does not hold is enough, whichever case shows it.
process.env.FUZZ_SHRINK = '0';

/** The tests of one room, for `npm run test:mutation`. @type {import('jest').Config} */
module.exports = {
	...require('./jest.config.js'),
	// Absolute: else Stryker loads the one outside of its sandbox, whose tests.js is another.
	testEnvironment: require.resolve('./test/mutation/environment.js'),
	testRunner: require.resolve('./test/mutation/jest-circus.js'),
	testSequencer: './test/mutation/sequencer.js',
	testMatch: testsOf(room),
	// A mutant that waits for ever is found sooner.
	testTimeout: 15_000,
	watchman: false,
};
