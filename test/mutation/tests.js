/** Of this process: the names of the tests in each file, and whether one has failed with the current mutant. */
const names = new Map();

exports.hasFailed = false;

/** @returns the names of the tests in a file as far as it has run, to add to */
exports.namesIn = function namesIn(path) {
	if (!names.has(path)) names.set(path, new Set());
	return names.get(path);
};
