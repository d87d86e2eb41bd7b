import { readFileSync } from 'node:fs';
import path from 'node:path';

import { endpoints } from '../../contract/contract';
import { examples } from '../../docs/generate/examples';
import { endpointFor, everyOperation } from '../engine/everyOperation';

/* docs/coverage.md: each endpoint of a public record, and the operation that uses it. */

const text = readFileSync(path.join(__dirname, '../../docs/coverage.md'), 'utf8');
const rows = new Map(
	[...text.matchAll(/^\| `(\w+ \S+)` +\| (.*?) +\|$/gm)].map(([, endpoint, used]) => [
		endpoint,
		used,
	]),
);

test('names each endpoint of the contract', () => {
	const all = endpoints.map(({ method, path: of }) => `${method} ${of}`);
	expect(all.filter((endpoint) => !rows.has(endpoint))).toEqual([]);
});

test.each(everyOperation)('names %s at its endpoint', (name) => {
	const { method, path: of } = endpointFor(name);
	expect(rows.get(`${method} ${of}`)?.split(', ')).toContain(name);
});

test('names no operation that the node lacks', () => {
	const named = [...rows.values()].flatMap(
		(used) => used!.match(/[A-Z][\w ]+: [A-Z][\w ]+/g) ?? [],
	);
	expect(named.filter((name) => !(name in examples))).toEqual([]);
});
