import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../simulator';
import { isCi } from '../cases';
import { endpointFor, everyOperation, isWrite, ready, useExamples } from './everyOperation';
import { apiKeyOf, operation, ownCredential, runPayments, type RunOptions } from './run';
import { secretsIn } from './secrets';

const simulator = useExamples();

const info = { resource: 'info', operation: 'get' };
const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

/** A request that changes something, and is sent once; a creation is looked up (writes/creates.test.ts). */
const update = operation('staticQr', 'update', {
	staticQrId: ID,
	updateFields: { name: 'Counter 2' },
});

/** Runs the node, after which no secret may be left. */
async function run(parameters: INodeParameters, options: Partial<RunOptions> = {}) {
	const result = await runPayments({
		credentials: apiKeyOf(simulator),
		// Where the service was found down, a credential's requests are tried once for a while.
		node: ownCredential(),
		...options,
		parameters: { options: { maxTries: 1 }, ...parameters },
	});
	expect(secretsIn(result, simulator, ['typed-in-key'])).toEqual([]);
	return result;
}

/** Runs the node with something going wrong. The record to delete is read first. */
async function runWith(fault: Fault, parameters: INodeParameters = info) {
	const method = parameters.operation === 'delete' ? 'DELETE' : undefined;
	if (method) simulator.fault({ method: 'GET', status: 200, body: { id: ID }, times: 9 });
	simulator.fault({ method, ...fault });
	return await run(parameters);
}

const errorOf = async (...given: Parameters<typeof runWith>) => (await runWith(...given)).error!;

describe('the error of a status has the message of the Payments API, and what to do', () => {
	const unavailable = 'The Payments API is temporarily unavailable';
	const remedies: Array<[number, string]> = [
		[302, 'The Payments API redirects to another address'],
		[401, 'Check the key in the credential'],
		[403, "'Scope' in the credential"],
		[404, 'Check the ID'],
		[408, unavailable],
		[418, 'against this response'],
		[422, 'Correct the values named here'],
		[429, "lower 'Max Parallel Requests'"],
		...[500, 502, 503, 504].map((status): [number, string] => [status, unavailable]),
	];
	/** Operations with a record that is found by its name. */
	const byName = ['Balance: Get Transactions', 'Payout: Reconcile'];
	/** Operations for which a 422 has one reason only. */
	const reasons: Record<string, string> = {
		'Location: Delete': 'Deactivate the location in the HitPay dashboard',
		'Payment Request: Delete': 'A payment request that was paid cannot be deleted',
		'Plan: Get': 'Check the ID',
	};
	/** After these, a write may have been processed. */
	const uncertain = [302, 408, 500, 502, 503, 504];

	test.each(everyOperation)('%s', async (name) => {
		const { method, security = [] } = endpointFor(name);
		const [scope = ''] = security.flatMap(({ oauth2 = [] }) => oauth2);
		const { parameters, items } = await ready(simulator, name, { options: { maxTries: 1 } });
		const third = everyOperation.indexOf(name) % 3;
		// A 403 names the scope, which is another for each operation.
		const isTried = ([status]: [number, string], at: number) =>
			isCi || status === 403 || at % 3 === third;
		for (const [status, remedy] of remedies.filter(isTried)) {
			simulator.fault({ method, status, times: 9, body: { message: 'No.' } });
			const { error } = await run(parameters, { items });
			simulator.reset();

			const text = [status, error?.message, error?.description].join('; ');
			if (isWrite(name) && uncertain.includes(status)) {
				expect(text).toMatch(/Could not confirm whether .+/);
				expect(text).toContain(`The Payments API returned the status ${status}.`);
				expect(text).toMatch(
					/look .*before you run this item again|before you run this item again, look/i,
				);
			} else {
				expect(text).toContain(`${status}; No.; `);
				const other = status === 404 && byName.includes(name) && "Check 'Provider'";
				expect(text).toContain((status === 422 && reasons[name]) || other || remedy);
				// Not every scope of a write is documented.
				if (status === 403 && !isWrite(name)) expect(text).toContain(scope);
				const isUsual = name === 'Plan: Get' && status === 422;
				expect(error?.httpCode).toBe(isUsual ? '404' : String(status));
			}
		}
	});
});

test.each([
	['its message', { message: 'No.' }, 'No.'],
	[
		'its message and every line of an object',
		{ message: 'No.', errors: { name: ['Too long.', 'Taken.'], amount: ['Too low.'] } },
		'No; name: Too long; name: Taken; amount: Too low.',
	],
	[
		'its message and every line of a list',
		{ message: 'No.', errors: ['Too long.', 'Taken.'] },
		'No; Too long; Taken.',
	],
	['an object of texts', { message: 'No.', errors: { name: 'Taken.' } }, 'No; name: Taken.'],
	['a text', { errors: 'Taken.' }, 'Taken.'],
	['lines without a message', { errors: ['Taken.'] }, 'Taken.'],
	['a repeated line once only', { message: 'Taken.', errors: ['Taken.'] }, 'Taken.'],
	['the status of an empty body', {}, 'The Payments API returned the status 422'],
	['the status of a web page', '<html>Sorry</html>', 'The Payments API returned the status 422'],
	[
		'the status of a body of another shape',
		{ message: { a: 1 }, errors: [1, null, {}] },
		'The Payments API returned the status 422',
	],
	['a code of the network', { message: 'read ECONNRESET' }, 'read ECONNRESET'],
])('of a refusal, the error shows %s', async (_, body, message) => {
	const error = await errorOf({ status: 422, body });
	expect(error.message).toBe(message);
});

describe('where the connection fails', () => {
	const lost = 'The connection to the Payments API was lost';

	test.each(['before', 'after'] as const)('%s the work was done', async (cut) => {
		const error = await errorOf({ cut });
		expect(error.message).toBe(lost);
		expect(error.description).toBe(
			"The other side closed the connection. Check n8n's network connection and 'Environment' in the credential. Then run the node again. (ECONNRESET)",
		);
	});

	test('as there is no response in time', async () => {
		const error = await errorOf({ delay: 400 }, { ...info, requestOptions: { timeout: 100 } });
		expect(error.message).toBe(lost);
		expect(error.description).toContain("Check n8n's network connection");
	});

	test.each([
		['http://127.0.0.1:1', 'ECONNREFUSED'],
		['http://payments.invalid', 'ENOTFOUND'],
	])('as nothing responds at %s', async (apiUrl, code) => {
		const credentials = apiKeyOf(simulator, { apiUrl, apiKey: 'typed-in-key' });
		for (const parameters of [info, update]) {
			const { error } = await run(parameters, { credentials });
			expect(error?.message).toBe('Could not reach the Payments API');
			expect(error?.description).toMatch(
				new RegExp(
					`^(No|The name) .+\\. (Check .+\\.) Then run the node again\\. \\((${code}|EAI_AGAIN)\\)$`,
				),
			);
		}
	});
});

const other = { id: '9f1c7c7e-0000-4000-8000-000000000000', status: 'succeeded' };
const page = 'The Payments API returned a web page or other text instead of data';
const noRecord = 'The response contains no record';
const another = 'The Payments API returned another record than the requested one';

test.each<[string, unknown, string, string?]>([
	['a web page', '<html>Welcome</html>', page],
	['half of a record', '{"id": "9f1c7c7e-', page],
	['nothing', '', 'The Payments API returned an empty response', noRecord],
	['null', 'null', noRecord],
	['a number', '1042', noRecord],
	['a list', [1, 2], noRecord],
	['an empty list', [], noRecord],
	['a message', { message: 'Done.' }, noRecord],
	['another record', other, another],
])('%s in place of a record is an error', async (_, body, read, changed = read) => {
	const error = await errorOf({ status: 200, body }, { ...update, operation: 'get' });
	expect(error.message).toBe(read);
	expect(error.description).toContain("'Environment' in the credential");

	const ofWrite = await errorOf({ status: 200, body }, update);
	expect(ofWrite.message).toBe('Could not confirm whether it was changed');
	expect(ofWrite.description).toContain(`${changed}.`);
});

test.each<[unknown, string?]>([
	[{ id: ID.toUpperCase() }],
	[[{ id: ID }]],
	[{ id: 1042, name: 'Counter 1' }, '1042'],
])('a record may have its ID in another form: %j', async (body, staticQrId = ID) => {
	const { items } = await runWith(
		{ status: 200, body },
		{ ...update, operation: 'get', staticQrId },
	);
	expect(items.map(({ json }) => json)).toEqual([body].flat());
});

describe('a deletion', () => {
	const remove = { ...update, operation: 'delete' };

	test.each<unknown>([
		...['', 'null', {}, [], { message: 'Deleted.' }, { success: true }],
		{ id: ID, name: 'Counter 1' },
	])('is confirmed by %j', async (body) => {
		const { items } = await runWith({ status: 200, body }, remove);
		expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: ID }]);
	});

	test.each<unknown>([{ success: false }, { errors: ['In use.'] }, other, 1, [{ id: ID }, other]])(
		'is not confirmed by %j',
		async (body) => {
			const error = await errorOf({ status: 200, body }, remove);
			expect(error.message).toBe('Could not confirm whether it was deleted');
			expect(error.description).toContain('The Payments API did not confirm the deletion.');
		},
	);
});

describe('a web page with the status 200, as of a service under maintenance,', () => {
	const body = '<!DOCTYPE html><html><body>We will be back soon</body></html>';
	const options = {};

	test('is an outage to a read: it is retried, five attempts in total', async () => {
		const { items } = await runWith({ status: 200, body, times: 4 }, { ...info, options });
		expect(items[0]?.json).toHaveProperty('id');
		simulator.reset();

		const error = await errorOf({ status: 200, body, times: 5 }, { ...info, options });
		expect(error.message).toBe(page);
		expect(error.description).toMatch(
			/^The Payments API may be down for maintenance.*'Environment'/,
		);
		expect(simulator.requests).toHaveLength(5);
	});

	test('is retried page by page, too, and nothing is missing', async () => {
		const all = operation('charge', 'getAll', { returnAll: true, options });
		const { items } = await runWith({ status: 200, body, rate: 0.3 }, all);
		expect(items.map(({ json }) => json.id)).toEqual(simulator.records.charges.map(({ id }) => id));
	});
});
