import { createRequire } from 'node:module';

// As in simulator.mts.
export const { startHttpServer } = createRequire(import.meta.url)(
	'../test/httpServer.ts',
) as typeof import('../test/httpServer.js');
