import { defineConfig } from '@playwright/test';

const alone = 'queue.spec.mts';

/** Most of their time, they wait for a clock, or for an n8n that starts again. */
const waiting = ['dev', 'failure', 'memory', 'network', 'poll', 'stopped', 'sync', 'wait'].map(
	(name) => `**/${name}.spec.mts`,
);

/** `npm run test:e2e`, or one file: `npm run test:e2e -- browser`. */
export default defineConfig({
	testDir: '.',
	testMatch: '*.spec.mts',
	outputDir: '.run/results',
	reporter: 'list',
	globalSetup: './interrupt.mts',
	// More workers need everything installed (`npm run e2e:install`) and the package in TARBALL.
	workers: 1,
	projects: [
		// Two files of each at a time fill two cores.
		{ name: 'shared', testIgnore: [alone, ...waiting], workers: 2 },
		{ name: 'waiting', testMatch: waiting, workers: 2, outputDir: '.run/results-waiting' },
		// n8n in queue mode is five processes, which a busy machine makes lose their locks.
		{ name: 'alone', testMatch: alone, outputDir: '.run/results-alone' },
	],
	// Long enough for a slow machine; only a test that fails waits so long.
	timeout: 300_000,
	expect: { timeout: 90_000 },
	forbidOnly: Boolean(process.env.CI),
	// A click in n8n's editor can come at a bad moment on a busy machine. CI names what was flaky.
	retries: process.env.CI ? 1 : 0,
	use: {
		screenshot: 'only-on-failure',
		// Recording a trace takes a fifth of the processor time. In CI, the second try has one.
		trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
	},
});
