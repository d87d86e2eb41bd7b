const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs the explorers first. They take longest, but their files are short: without a cache, jest would run them last. */
module.exports = class LongestFirstSequencer extends Sequencer {
	async sort(tests) {
		const isLong = ({ path }) => /[\\/]test[\\/](explorer|faults)[\\/]/.test(path);
		const sorted = await super.sort(tests);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
