/**
 * All test files of a process run in the context of the process itself, so that they share the libraries of
 * libraries.js: n8n-core is loaded once in a process, not once in a test file. jest has no option for this.
 * The modules of the node and of the simulator are still each test file's own.
 */
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
};
