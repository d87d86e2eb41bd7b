// What `npm pack` would publish: everything that n8n needs, and nothing else. Also prints how long n8n takes to load it,
// in time of the processor: that of a clock depends on what else runs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const [{ files, size }] = JSON.parse(
	execFileSync('npm', ['pack', '--dry-run', '--json'], { encoding: 'utf8' }),
);
const paths = files.map((file) => file.path);

const expected = [
	'LICENSE.md',
	'README.md',
	'index.js',
	'package.json',
	'dist/icons/payments.svg',
	'dist/icons/payments.dark.svg',
	'dist/payments.js',
	'dist/qrEncoder.js',
	...manifest.n8n.nodes,
	...manifest.n8n.nodes.map((path) => `${path}on`),
	...manifest.n8n.credentials,
	'dist/nodes/Payments/__schema__/v1.0.0/charge/getAll.json',
];
const allowed =
	/^(LICENSE\.md|README\.md|index\.js|package\.json|dist\/(payments|qrEncoder)\.js|dist\/(nodes|credentials)\/.+\.(js|json)|dist\/icons\/.+\.svg)$/;

const complaints = [
	...expected.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
	...paths.filter((path) => !allowed.test(path)).map((path) => `${path} does not belong there`),
	...['dependencies', 'overrides', 'bundleDependencies']
		.filter((field) => field in manifest)
		.map((field) => `package.json has ${field}`),
	...['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']
		.filter((script) => script in manifest.scripts)
		.map((script) => `package.json has the script ${script}`),
	...(size > 200_000 ? [`the tarball has ${size} bytes, more than 200 kB`] : []),
];
for (const complaint of complaints) console.error(`npm pack: ${complaint}`);
console.log(`npm pack: ${paths.length} files, ${(size / 1000).toFixed(1)} kB`);

/** Runs in a new process: milliseconds to load all nodes and credentials once n8n-workflow is loaded, number of files. */
const load = `
	require('n8n-workflow');
	const before = Object.keys(require.cache).length;
	const { user, system } = process.cpuUsage();
	for (const path of ${JSON.stringify([...manifest.n8n.nodes, ...manifest.n8n.credentials])}) {
		const [Type] = Object.values(require('./' + path));
		new Type();
	}
	const used = process.cpuUsage({ user, system });
	const time = (used.user + used.system) / 1000;
	console.log(JSON.stringify({ time, files: Object.keys(require.cache).length - before }));
`;
const loads = Array.from({ length: 5 }, () =>
	JSON.parse(execFileSync('node', ['-e', load], { encoding: 'utf8' })),
);
const [{ time, files: loaded }] = loads.sort((a, b) => a.time - b.time);
console.log(`loading: ${loaded} files in ${time.toFixed(0)} ms after n8n-workflow, fastest of 5`);
process.exit(complaints.length > 0 ? 1 : 0);
