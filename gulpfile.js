const { dest, src } = require('gulp');

/** Copies the icons next to the compiled code: nodes and credentials name them by relative path. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

module.exports = { 'build:icons': icons };
