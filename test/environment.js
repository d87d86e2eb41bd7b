/**
 * All test files of a process run in the context of the process itself, so that they share the libraries of
 * libraries.js: n8n-core is loaded once in a process, not once in a test file. jest has no option for this.
 * The modules of the node and of the simulator are still each test file's own.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');

const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');

const { loadLibraries } = require('./libraries.js');

const contexts = new WeakSet();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) => {
	const { parsingContext, ...others } = options ?? {};
	return compileFunction(code, parameters, contexts.has(parsingContext) ? others : options);
};

/**
 * The storages in use. jest-circus uses one in each test file, and Node 20 adds a value of each to every promise for as long as
 * the process runs: one that ran the test files again for each mutant did little else.
 */
const storages = new Set();
for (const name of ['run', 'enterWith']) {
	const original = AsyncLocalStorage.prototype[name];
	AsyncLocalStorage.prototype[name] = function (...values) {
		storages.add(this);
		return original.apply(this, values);
	};
}

/** What jest leaves behind in the process: a function that replaces this one, and what these symbols are the keys of. */
const { exit } = process;
const ofCircus = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

module.exports = class SharedContextEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		contexts.add(this.context);
		this.global = globalThis;
		// Else jest keeps the modules of all files before, and passes them the events of this one.
		process.exit = exit;
		for (const key of Object.getOwnPropertySymbols(globalThis)) {
			if (ofCircus.includes(key.description)) delete globalThis[key];
		}
		this.fakeTimersModern = new ModernFakeTimers({
			config: config.projectConfig,
			global: globalThis,
		});
		globalThis.testLibraries = loadLibraries();
	}

	async teardown() {
		await super.teardown();
		// Those that are used again are enabled again.
		for (const storage of storages) storage.disable();
		storages.clear();
	}
};
