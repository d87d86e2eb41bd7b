import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { answerViolations, requestViolations } from '../../contract/check';
import {
	contract,
	endpointOf,
	endpoints,
	notifications,
	resolve,
	type Content,
	type Endpoint,
} from '../../contract/contract';
import { FORM, writeForm } from '../../contract/form';

const root = path.join(__dirname, '../..');
const sources = ['specification', 'public', 'choice'];

test.each([
	['openapi.json', 'node_modules/.bin/redocly', 'bundle', 'contract/openapi.yaml', '--output'],
	['types.ts', process.execPath, '--import', 'tsx', 'contract/writeTypes.ts'],
])('%s is what `npm run contract` makes', (name, program, ...args) => {
	const folder = mkdtempSync(path.join(tmpdir(), 'contract-'));
	const made = path.join(folder, name);
	try {
		execFileSync(path.resolve(root, program), [...args, made], { cwd: root, stdio: 'pipe' });
		const same = readFileSync(made).equals(readFileSync(path.join(root, 'contract', name)));
		expect(same || 'Run `npm run contract`').toBe(true);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

describe('every statement has a source', () => {
	const statements = [
		...[...endpoints, ...notifications].map((one) => [`${one.method} ${one.path}`, one] as const),
		...Object.entries(contract.components.schemas),
	];

	test.each(statements)('%s', (_, statement) => {
		expect(sources).toContain(statement['x-source']);
	});

	test('and those of a part of one are known, too', () => {
		const text = JSON.stringify(contract);
		const found = [...text.matchAll(/"x-source":"(.*?)"/g)].map(([, source]) => source);
		expect(new Set(found)).toEqual(new Set(sources));
		const rows = [...text.matchAll(/"x-record":(.*?)[,}]/g)].map(([, row]) => Number(row));
		const page = readFileSync(path.join(root, 'docs/dialects.md'), 'utf8');
		for (const row of rows) expect(page).toContain(`\n| ${row} `);
	});
});

/** Examples of some contents, with their media types and names. */
function examplesOf(content: Record<string, Content> = {}) {
	return Object.entries(content).flatMap(([type, { examples = {} }]) =>
		Object.entries(examples).map(([name, example]) => ({ type, name, ...resolve(example) })),
	);
}

/** A URL of an endpoint. */
const urlOf = ({ path: template }: Endpoint) =>
	template.replace(/\{\w+\}/g, '9f1c7c7e-2f5b-4a0e-9d52-0242ac120002');

describe('examples are as in the contract', () => {
	test.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_, one) => {
		const { method } = one;
		const url = urlOf(one);
		for (const { type, value } of examplesOf(one.requestBody?.content)) {
			const isForm = type === 'application/x-www-form-urlencoded';
			const fields = value as Record<string, string>;
			const form = type === FORM ? writeForm(fields) : undefined;
			const body =
				form?.body ?? (isForm ? new URLSearchParams(fields).toString() : JSON.stringify(value));
			const headers = { 'content-type': form?.type ?? type };
			expect(requestViolations({ method, url, headers, body })).toEqual([]);
		}
		for (const [status, response] of Object.entries(one.responses)) {
			for (const { type, value } of examplesOf(resolve(response).content)) {
				const answer = { status: Number(status), contentType: type, body: JSON.stringify(value) };
				expect(answerViolations({ method, url }, answer)).toEqual([]);
			}
		}
	});

	test('and each success with a body and each request with one has an example', () => {
		const without = endpoints.filter((one) => {
			const successes = Object.entries(one.responses).filter(([status]) => status < '300');
			const contents = successes.flatMap(([, response]) => {
				const { content } = resolve(response);
				return content ? [content] : [];
			});
			const isShown = contents.every((content) => examplesOf(content).length > 0);
			return !isShown || (one.requestBody && examplesOf(one.requestBody.content).length === 0);
		});
		expect(without.map(({ operationId }) => operationId)).toEqual([]);
	});
});

describe('what is not as in the contract is found', () => {
	const charge = { method: 'GET', url: '/v1/charges/1' };
	const list = { method: 'GET', url: '/v1/payouts' };
	const json = (value: unknown, status = 200) => ({
		status,
		contentType: 'application/json; charset=utf-8',
		body: JSON.stringify(value),
	});
	const refund = (value: unknown, more: Record<string, string> = {}) => ({
		method: 'POST',
		url: '/v1/refund',
		headers: { 'content-type': 'application/json', ...more },
		body: JSON.stringify(value),
	});
	const get = (url: string) => ({ method: 'GET', url, headers: {}, body: '' });
	const good = { amount: 5, payment_id: '9f1c7c7e-2f5b-4a0e-9d52-0242ac120002' };

	test('in requests', () => {
		expect(requestViolations(refund(good))).toEqual([]);
		expect(requestViolations(get('/v1/charges?statuses[]=void&per_page=100'))).toEqual([]);
		const found = [
			get('/v2/charges'),
			{ ...get('/v1/refund'), method: 'DELETE' },
			get('/v1/charges?colour=red'),
			get('/v1/charges?statuses=void'),
			get('/v1/charges?statuses[]=done'),
			get('/v1/charges?per_page=many'),
			get('/v1/charges?date_from=1.3.2026'),
			{ ...get('/v1/charges'), body: '{"a":1}' },
			{ ...get('/v1/locations/1'), method: 'DELETE' },
			refund({ ...good, amount: '5' }),
			refund({ ...good, colour: 'red' }),
			refund({ amount: 5 }),
			refund(good, { 'content-type': 'text/plain' }),
			refund(good, { 'x-platform-key': 'key' }),
			{ ...refund(good), body: '{' },
		].map((request) => requestViolations(request));
		for (const texts of found) expect(texts).toHaveLength(1);
	});

	test('in answers', () => {
		const payout = { ...(exampleOf('/v1/payouts') as { data: object[] }).data[0] };
		expect(answerViolations(list, json({ data: [payout] }))).toEqual([]);
		const found = [
			answerViolations(list, json({ data: [{ ...payout, status: 'gone' }] })),
			answerViolations(list, json({ data: [{ ...payout, created_at: '2026-03-01' }] })),
			answerViolations(list, json({ data: [{ ...payout, id: undefined }] })),
			answerViolations(list, json({ payouts: [] })),
			answerViolations(list, json({ data: [] }, 418)),
			answerViolations(list, { status: 200, contentType: 'text/html', body: '<p>' }),
			answerViolations(list, { ...json(0), body: '{"data":' }),
			answerViolations(charge, json({ error: 'No' }, 404)),
			answerViolations({ ...charge, method: 'DELETE', url: '/v1/locations/1' }, json(5, 204)),
		];
		for (const texts of found) expect(texts).toHaveLength(1);
	});

	/** The first example of a list. */
	function exampleOf(url: string): unknown {
		const { responses } = endpointOf('GET', url)!;
		return examplesOf(resolve(responses[200]!).content)[0]!.value;
	}
});
