import { mutate, room } from './test/mutation/rooms.js';

const report = `reports/mutation/${room.replace('/', '-')}`;

/**
 * Shows whether the tests of a room notice changes of its code: `ROOM=polling npm run test:mutation`.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	jest: { configFile: 'jest.mutation.config.js', enableFindRelatedTests: false },
	mutate: mutate(room),
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	incremental: true,
	incrementalFile: `${report}.json`,
	concurrency: Number(process.env.CONCURRENCY ?? 1),
	timeoutMS: 20_000,
	reporters: ['progress-append-only', 'clear-text', 'json'],
	jsonReporter: { fileName: `${report}.report.json` },
	clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
	// Without types, as the tests: `npm run lint` checks them.
	disableTypeChecks: false,
	ignorePatterns: ['/dist', '/e2e', '/live', '/reports', '/coverage'],
};
