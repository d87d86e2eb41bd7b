import { endpoints } from '../../contract/contract';
import { formatPage, tableOf } from './markdown';
import { operations } from './operations';

/** The operations by their requests, such as `GET /v1/customers/{}`. */
const named = new Map<string, string[]>();
for (const [name, { routing }] of operations) {
	const { method = 'GET', url = '' } = routing?.request ?? {};
	const request = withoutNames(`${method} ${String(url)}`);
	named.set(request, [...(named.get(request) ?? []), name]);
}

/** Sources differ in the names of the parameters in a path. */
function withoutNames(request: string): string {
	return request.replace(/\{\w+\}/g, '{}');
}

/** Sorts endpoints by path, then as they are used. */
function keyOf(endpoint: string): string {
	const [method = '', path = ''] = endpoint.split(' ');
	return `${path} ${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)}`;
}

const OPERATION = /[A-Z][\w ]+: [A-Z][\w ]+/;

/** Returns whether a text is a reason, or the name of an operation that exists. */
function isCurrent(text: string): boolean {
	const [name] = OPERATION.exec(text) ?? [];
	return name === undefined || operations.has(name);
}

/**
 * Adds the operations that the table of docs/coverage.md lacks, and rows for endpoints that are new in the contract. Removes
 * operations that the node lacks. The rest is written by hand: the reason why an endpoint has no operation, and endpoints that
 * only a public record has.
 */
export async function writeCoverage(page: string): Promise<string> {
	const row = /^\| `(\w+ \S+)` +\| (.*?) +\|$/gm;
	const written = new Map(
		[...page.matchAll(row)].map(([, endpoint = '', used = '']) => [endpoint, used] as const),
	);
	const all = new Set([
		...written.keys(),
		...endpoints.map(({ method, path }) => `${method} ${path}`),
	]);
	const inOrder = [...all].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
	const rows = inOrder.map((endpoint) => {
		const used = (written.get(endpoint) ?? '').split(', ').filter(isCurrent).join(', ');
		const added = (named.get(withoutNames(endpoint)) ?? []).filter(
			(name) => !used.split(', ').includes(name),
		);
		const kept = OPERATION.test(used) || added.length === 0 ? used : '';
		return [`\`${endpoint}\``, [kept, ...added].filter(Boolean).join(', ')];
	});
	const [head = ''] = page.split(/^\| Endpoint/m);
	const tail = page.slice(page.lastIndexOf('|\n') + 2);
	return await formatPage(
		head + tableOf(['Endpoint', 'Operation, or why there is none'], rows) + '\n' + tail,
	);
}
