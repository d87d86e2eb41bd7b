import { createRequire } from 'node:module';

// As in simulator.mts.
export const { scan } = createRequire(import.meta.url)(
	'../test/scan.ts',
) as typeof import('../test/scan.js');
