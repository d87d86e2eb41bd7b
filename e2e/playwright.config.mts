import { defineConfig } from '@playwright/test';

/** `npm run test:e2e`, or one file: `npm run test:e2e -- browser`. */
export default defineConfig({
	testDir: '.',
	testMatch: '*.spec.mts',
	outputDir: '.run/results',
	reporter: 'list',
	globalSetup: './interrupt.mts',
	// They share the machine's two cores with several processes of n8n each.
	workers: 1,
	timeout: 120_000,
	expect: { timeout: 15_000 },
	forbidOnly: Boolean(process.env.CI),
	use: { screenshot: 'only-on-failure', trace: 'retain-on-failure' },
});
