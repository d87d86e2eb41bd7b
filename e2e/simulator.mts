import { createRequire } from 'node:module';

// Playwright and Node find no named exports in CommonJS modules in TypeScript.
const load = createRequire(import.meta.url);

export type {
	Invoice,
	Payout,
	Simulator,
	SimulatorOptions,
	Subscription,
} from '../simulator/index.js';

export const { startSimulator } = load(
	'../simulator/index.ts',
) as typeof import('../simulator/index.js');
export const { signFields } = load(
	'../simulator/webhooks/signatures.ts',
) as typeof import('../simulator/webhooks/signatures.js');
export const { Random } = load(
	'../simulator/records/sample/random.ts',
) as typeof import('../simulator/records/sample/random.js');
export const { observer, takeViolations } = load(
	'../test/contract/observer.ts',
) as typeof import('../test/contract/observer.js');
