const { room, testsOf } = require('./test/mutation/rooms.js');

/** The tests of one room, for `npm run test:mutation`. @type {import('jest').Config} */
module.exports = {
	...require('./jest.config.js'),
	// Absolute: else Stryker loads the one outside of its sandbox, whose tests.js is another.
	testEnvironment: require.resolve('./test/mutation/environment.js'),
	testSequencer: './test/mutation/sequencer.js',
	testMatch: testsOf(room),
	watchman: false,
};
