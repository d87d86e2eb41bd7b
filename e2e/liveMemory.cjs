/**
 * Loaded into a Node process before its own code (`--require`): collects garbage every three seconds, and keeps
 * in a file how much was alive at most, in bytes. SIGUSR2 begins anew. LIVE_MEMORY names the folder; the
 * file is called after the process.
 */
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');
const { isMainThread } = require('node:worker_threads');

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');
const file = path.join(process.env.LIVE_MEMORY, String(process.pid));
let most = 0;

function look() {
	// What lies outside of V8's heap is given back a collection later.
	collect();
	collect();
	const { heapUsed, external } = process.memoryUsage();
	most = Math.max(most, heapUsed + external);
	writeFileSync(file, String(most));
}

// n8n writes its log in a thread of its own.
if (isMainThread) {
	setInterval(look, 3_000).unref();
	process.on('SIGUSR2', () => {
		most = 0;
		look();
	});
}
