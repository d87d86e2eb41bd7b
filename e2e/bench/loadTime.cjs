/**
 * How long Node needs to load a package's nodes and credentials, n8n-workflow being there already: in a process
 * of its own.
 *
 *   loadTime.cjs FOLDER     prints milliseconds; n8n's modules are on NODE_PATH
 */
const { createRequire } = require('node:module');

const folder = process.argv[2];
// Found as the nodes find it: this project has one of its own.
const load = createRequire(`${folder}/package.json`);
load('n8n-workflow');
const { n8n } = load('./package.json');
const begin = performance.now();
for (const file of [...n8n.nodes, ...n8n.credentials]) load(`./${file}`);
console.log(JSON.stringify(performance.now() - begin));
