/**
 * How long Node needs to load a package's nodes and credentials, n8n-workflow being there already: in a process
 * of its own.
 *
 *   loadTime.cjs FOLDER     prints milliseconds; n8n's modules are on NODE_PATH
 */
const path = require('node:path');

const folder = process.argv[2];
require('n8n-workflow');
const { n8n } = require(path.join(folder, 'package.json'));
const begin = performance.now();
for (const file of [...n8n.nodes, ...n8n.credentials]) require(path.join(folder, file));
console.log(JSON.stringify(performance.now() - begin));
