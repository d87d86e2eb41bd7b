/**
 * Loaded into a Node process before its own code (`--require`). From SIGUSR2 on, it collects garbage every three
 * seconds, and keeps in a file how much was alive at most, in bytes. Each SIGUSR2 resets the peak. LIVE_MEMORY
 * names the folder; the file is called after the process.
 */
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');
const { isMainThread } = require('node:worker_threads');

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');
const file = path.join(process.env.LIVE_MEMORY, String(process.pid));
let most;
let next;

function look() {
	// What lies outside of V8's heap is given back a collection later.
	collect();
	collect();
	const { heapUsed, external } = process.memoryUsage();
	most = Math.max(most, heapUsed + external);
	writeFileSync(file, String(most));
	// Between two looks, however long one takes on a slow machine, the process has time to work.
	next = setTimeout(look, 3_000).unref();
}

function reset() {
	clearTimeout(next);
	most = 0;
	look();
}

// n8n writes its log in a thread of its own.
if (isMainThread) {
	process.on('SIGUSR2', reset);
	// The file shows that the process can be asked. It does not look yet: a slow machine would never start n8n.
	writeFileSync(file, '0');
}
