import type { INodeParameters } from 'n8n-workflow';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';

import { WORDS_OF_JAVASCRIPT } from '../fuzz/mutations';
import { startHttpServer } from '../httpServer';
import { ownCredential, runPayments } from './run';
import { shortenWaits } from './waits';

/* Answers that no simulator gives: what a broken server, or what stands in front of it, puts on the wire. */

shortenWaits();

const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
const RECORD = JSON.stringify({ id: ID, name: 'Counter 1', amount: 12.5 });

let server: Awaited<ReturnType<typeof startHttpServer>>;
let answer: RequestListener;
let requests = 0;
beforeAll(async () => {
	server = await startHttpServer((request, response) => {
		requests += 1;
		request.resume();
		answer(request, response);
	});
});
afterAll(() => server.close());
beforeEach(() => {
	requests = 0;
});

/** Answers with bytes as they are. */
const raw =
	(body: string | Buffer, headers: Record<string, string | number> = {}, status = 200) =>
	(): RequestListener =>
	(_, response) => {
		const type = { 'content-type': 'application/json', ...headers };
		response.writeHead(status, { connection: 'close', ...type }).end(body);
	};

const get = { resource: 'staticQr', operation: 'get', staticQrId: ID };
const update = { ...get, operation: 'update', updateFields: { name: 'Counter 1' } };
const list = { resource: 'charge', operation: 'getAll', returnAll: true };

async function run(parameters: INodeParameters, how: () => RequestListener, maxTries = 1) {
	answer = how();
	const { items, error } = await runPayments({
		parameters: { ...parameters, options: { maxTries } },
		// Where the service was found down, a credential's requests are tried once for a while.
		node: ownCredential(),
		credentials: {
			paymentsApi: { environment: 'custom', apiUrl: server.url, apiKey: 'a-key' },
		},
	});
	if (error) {
		expect(error.message).not.toMatch(WORDS_OF_JAVASCRIPT);
		expect(error.message.length).toBeLessThan(11_000);
		expect(error.description).toMatch(/\w/);
	}
	return { record: items[0]?.json, count: items.length, error };
}

const gzip = gzipSync(RECORD);
const isGzip = { 'content-encoding': 'gzip' };

describe('is read all the same:', () => {
	test.each([
		['a record that says it is a web page', raw(RECORD, { 'content-type': 'text/html' })],
		['a record of no type', raw(RECORD, { 'content-type': '' })],
		['a record after a byte order mark', raw(`\ufeff${RECORD}`)],
		['a record between blanks', raw(`\n\t ${RECORD}\r\n`)],
		['a record in gzip', raw(gzip, isGzip)],
		[
			'a record with another charset',
			raw(RECORD, { 'content-type': 'application/json; charset=x' }),
		],
		['a record with a name twice', raw(RECORD.replace('{', '{"id":"x",'))],
		[
			'a record that would change what objects are',
			raw(RECORD.replace('{', '{"__proto__":{"a":1},')),
		],
	])('%s', async (_, how) => {
		const { record, error } = await run(get, how);
		expect(error).toBeUndefined();
		expect(record).toEqual(JSON.parse(RECORD));
		expect(({} as Record<string, unknown>).a).toBeUndefined();
	});

	test('a page of 10 MB, in a second or so', async () => {
		const data = Array.from({ length: 100 }, (_, index) => ({
			id: `${index}`,
			remark: 'x'.repeat(100_000),
		}));
		const { count, error } = await run(list, raw(JSON.stringify({ data, meta: {} })));
		expect(error).toBeUndefined();
		expect(count).toBe(100);
	});
});

describe('is unusable: a read is retried, and the outcome of a write is unknown:', () => {
	const cut = (): RequestListener => (_, response) => {
		response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
		response.write(RECORD.slice(0, 20), () => response.destroy());
	};
	const cutChunks = (): RequestListener => (_, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.write(RECORD.slice(0, 20), () => response.destroy());
	};
	const cases: Array<[string, () => RequestListener]> = [
		['gzip that is cut', raw(gzip.subarray(0, gzip.length - 12), isGzip)],
		['plain text declared as gzip', raw(RECORD, isGzip)],
		['a web page that says it is JSON', raw('<html>Maintenance</html>')],
		['a web page', raw('<html>Maintenance</html>', { 'content-type': 'text/html' })],
		['half a record', raw(RECORD.slice(0, 20))],
		['a record that breaks off', cut],
		['a record that breaks off in chunks', cutChunks],
		['NUL bytes', raw('\0'.repeat(100))],
		['a record after a NUL byte', raw(`\0${RECORD}`)],
		['two records', raw(`${RECORD}${RECORD}`)],
		['a record in UTF-16', raw(Buffer.from(RECORD, 'utf16le'))],
		['words', raw('OK', { 'content-type': 'text/plain' })],
		['10 MB of a web page', raw(`<html>${'x'.repeat(10_000_000)}`)],
		['lists in lists', raw(`{"id":"${ID}","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)],
	];
	test.each(cases)('%s', async (_, how) => {
		const read = await run(get, how, 3);
		expect(read.error?.message).toMatch(
			/^The (Payments API returned|connection to the Payments API was lost)/,
		);
		expect(requests).toBe(3);

		requests = 0;
		const { error } = await run(update, how, 3);
		expect(error?.message).toBe('Could not confirm whether it was changed');
		// The same changes do no harm.
		expect(requests).toBe(3);
	});

	test.each([
		['nothing', raw('')],
		['nothing, with 204', raw('', {}, 204)],
	])('%s, to what only reads', async (_, how) => {
		for (const parameters of [get, list]) {
			requests = 0;
			const { error } = await run(parameters, how, 3);
			expect(error?.message).toBe('The Payments API returned an empty response');
			expect(requests).toBe(3);
		}
	});
});

describe('words that never end are cut:', () => {
	test.each([
		['a message of 10 MB', JSON.stringify({ message: 'No. '.repeat(2_500_000) })],
		[
			'100,000 errors',
			JSON.stringify({ errors: Array.from({ length: 100_000 }, (_, at) => `No. ${at}`) }),
		],
		['errors within errors', `{"errors":${'["No.",'.repeat(5_000)}1${']'.repeat(5_000)}}`],
		['errors by long names', JSON.stringify({ errors: { ['x'.repeat(1_000_000)]: ['No.'] } })],
	])('%s', async (_, body) => {
		const { error } = await run(get, raw(body, {}, 422));
		expect(error?.message).toMatch(/No\.|x/);
		expect(error?.description).toContain('Correct the values');
	});
});
