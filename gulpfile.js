const { dest, parallel, src } = require('gulp');
const bundle = require('./bundle');

/** Copies the icons next to the compiled code: nodes and credentials name them by relative path. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Copies what the editor finds the nodes by: n8n looks for it beside each compiled node. */
function codex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/** Puts the libraries for QR pictures into the compiled file that uses them. */
async function libraries() {
	await bundle('dist/nodes/Payments/output/qrEncoder.js');
}

module.exports = { 'build:assets': parallel(icons, codex), 'build:libraries': libraries };
