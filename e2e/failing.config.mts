import { defineConfig } from '@playwright/test';

import config from './playwright.config.mjs';

/** The same for the tests that failure.spec.mts lets fail. */
export default defineConfig(config, { testMatch: 'failing.mts' });
