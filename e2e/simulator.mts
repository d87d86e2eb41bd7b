import { createRequire } from 'node:module';

// CommonJS modules in TypeScript: neither Playwright nor Node finds names to import in them.
const load = createRequire(import.meta.url);

export type { Payout, Simulator, SimulatorOptions } from '../simulator/index.js';

export const { startSimulator } = load(
	'../simulator/index.ts',
) as typeof import('../simulator/index.js');
export const { signFields } = load(
	'../simulator/signatures.ts',
) as typeof import('../simulator/signatures.js');
export const { Random } = load(
	'../simulator/records/random.ts',
) as typeof import('../simulator/records/random.js');
