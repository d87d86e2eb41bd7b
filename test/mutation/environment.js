const SharedContextEnvironment = require('../environment.js');
const tests = require('./tests.js');

/** Skips the tests after one that failed: the mutant is found. jest has `bail` for files only, and Stryker no use for it. */
module.exports = class MutationEnvironment extends SharedContextEnvironment {
	constructor(config, context) {
		super(config, context);
		this.names = tests.namesIn(context.testPath);
	}

	handleTestEvent({ name, test }) {
		if (name === 'test_start') {
			this.names.add(nameOf(test));
			if (tests.hasFailed) test.mode = 'skip';
		} else if (name === 'test_fn_failure' || name === 'hook_failure') {
			tests.hasFailed = true;
		}
	}
};

/** The name by which Stryker selects a test. */
function nameOf({ name, parent }) {
	return parent.parent ? `${nameOf(parent)} ${name}`.trimStart() : name;
}
