const { default: Sequencer } = require('@jest/test-sequencer');

const tests = require('./tests.js');

/** Leaves out files without a selected test: Stryker selects tests by name, and loading a file takes longer than a test. */
module.exports = class SelectedFilesSequencer extends Sequencer {
	constructor(options) {
		super(options);
		this.selected = new RegExp(options.globalConfig.testNamePattern ?? '', 'i');
	}

	async sort(files) {
		tests.hasFailed = false;
		return (
			files
				.filter(({ path }) => {
					const names = [...tests.namesIn(path)];
					return names.length === 0 || names.some((name) => this.selected.test(name));
				})
				// The fastest first: unit, fuzz, explorer, engine.
				.sort((one, other) => (one.path < other.path ? 1 : -1))
		);
	}
};
