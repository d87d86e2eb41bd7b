import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../simulator';
import { useSimulator } from '../useSimulator';
import { apiKeyOf, oAuth2Of, operation, runPayments, type RunOptions } from './run';
import { secretsIn } from './secrets';
import { shortenWaits } from './waits';

const simulator = useSimulator({
	apiKey: 'secret-api-key',
	clientSecret: 'secret-client-secret',
});

const info = { resource: 'info', operation: 'get' };
const list = { resource: 'charge', operation: 'getAll' };
const staticQr = operation('staticQr', 'create', {
	name: 'Counter 1',
	paymentMethod: 'paynow_online',
});

const UNKNOWN = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

/** Requests that change something, and are sent once; a creation is looked up (creates.test.ts). */
const update = operation('paymentRequest', 'update', {
	paymentRequestId: UNKNOWN,
	// Complete, so that nothing is read first.
	updateFields: { amount: 10, currency: 'SGD', purpose: 'Order 1042' },
});
const planUpdate = operation('plan', 'update', {
	planId: UNKNOWN,
	// Without a currency, the plan would be read first.
	updateFields: { name: 'Gym', cycle: 'monthly', amount: 25, currency: 'SGD' },
});
const staticQrUpdate = operation('staticQr', 'update', {
	staticQrId: UNKNOWN,
	updateFields: { name: 'Counter 2' },
});
const unknownOutcome =
	'The request may have been processed. Look the record up before you run the node again.';

const elsewhere = "Check that 'Environment' in the credential leads to the Payments API.";

shortenWaits();

/** Runs the node, after which no secret may be left. */
async function run(options: Partial<RunOptions>) {
	const credentials = options.credentials ?? apiKeyOf(simulator);
	const parameters = { options: { maxTries: 1 }, ...(options.parameters ?? info) };
	const result = await runPayments({ ...options, parameters, credentials });
	expect(secretsIn(result, simulator, ['typed-in-key'])).toEqual([]);
	return result;
}

/** The record to delete is read first. @returns the method of the request that may go wrong */
function methodOf({ operation: name }: INodeParameters): string | undefined {
	if (name !== 'delete') return undefined;
	simulator.fault({ method: 'GET', status: 200, body: { id: UNKNOWN }, times: 9 });
	return 'DELETE';
}

/** Runs the node with something going wrong. */
async function runWith(fault: Fault, parameters: INodeParameters = info) {
	// n8n asks once more after a 401.
	simulator.fault({ method: methodOf(parameters), times: fault.status === 401 ? 2 : 1, ...fault });
	return (await run({ parameters })).error!;
}

describe('the message of the service is shown', () => {
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
		[
			'an object of single texts',
			{ message: 'No.', errors: { name: 'Taken.' } },
			'No; name: Taken.',
		],
		['a single text', { errors: 'Taken.' }, 'Taken.'],
		['lines without a message', { errors: ['Taken.'] }, 'Taken.'],
		[
			'a line that repeats the message once only',
			{ message: 'Taken.', errors: ['Taken.'] },
			'Taken.',
		],
		['nothing but the status of an empty body', {}, 'The Payments API returned the status 422'],
		[
			'nothing but the status of a web page',
			'<html>Sorry</html>',
			'The Payments API returned the status 422',
		],
		[
			'nothing but the status of a body of another shape',
			{ message: { a: 1 }, errors: [1, null, {}] },
			'The Payments API returned the status 422',
		],
	])('%s', async (_, body, message) => {
		const error = await runWith({ status: 422, body });
		expect(error.message).toBe(`${message} [item 0]`);
	});
});

describe('what to do is said', () => {
	test.each([
		[302, 'The Payments API redirects to another address'],
		[401, 'Check the key in the credential'],
		[403, "'Scope' in the credential needs business:read. Add it"],
		[404, 'Check the ID'],
		[408, 'The Payments API is temporarily unavailable'],
		[422, 'Correct the values named here'],
		[429, "lower 'Max Parallel Requests'"],
		[500, 'The Payments API is temporarily unavailable'],
		[502, 'The Payments API is temporarily unavailable'],
		[503, 'The Payments API is temporarily unavailable'],
		[504, 'The Payments API is temporarily unavailable'],
	])('after the status %i', async (status, remedy) => {
		const error = await runWith({ status, body: { message: 'No.' } });
		expect(error.message).toBe('No. [item 0]');
		expect(error.description).toContain(remedy);
		expect(error.httpCode).toBe(String(status));
		expect(simulator.requests).toHaveLength(status === 401 ? 2 : 1);
	});

	test('after a status that nothing is known about', async () => {
		const error = await runWith({ status: 418, body: { message: 'Teapot.' } });
		expect(error.message).toBe('Teapot. [item 0]');
		expect(error.description).toContain('against this response');
		expect(error.httpCode).toBe('418');
	});

	test.each([401, 404, 422, 429])(
		'after the status %i to something to be changed: it was not',
		async (status) => {
			const error = await runWith({ status }, update);
			expect(error.description).not.toContain(unknownOutcome);
		},
	);

	test.each([500, 502, 504])(
		'after the status %i to something to be changed: look it up first',
		async (status) => {
			const error = await runWith({ status }, update);
			expect(error.message).toBe('Could not confirm whether it was changed [item 0]');
			expect(error.description).toContain(`The Payments API returned the status ${status}.`);
			expect(error.description).toContain('Look the record up before you run this item again.');
		},
	);

	test.each(['before', 'after'] as const)(
		'when the connection is cut %s the work was done',
		async (cut) => {
			const error = await runWith({ cut });
			expect(error.message).toBe('The connection to the Payments API was lost [item 0]');
			expect(error.description).toBe(
				"The other side closed the connection. Check n8n's network connection and 'Environment' in the credential. Then run the node again. (ECONNRESET)",
			);
		},
	);

	test('when there is no answer in time', async () => {
		const error = await runWith({ delay: 400 }, { ...info, requestOptions: { timeout: 100 } });
		expect(error.message).toBe('The connection to the Payments API was lost [item 0]');
		expect(error.description).toContain("Check n8n's network connection");
	});

	test.each([
		['http://127.0.0.1:1', 'ECONNREFUSED'],
		['http://payments.invalid', 'ENOTFOUND'],
	])('when nobody answers at %s', async (apiUrl, code) => {
		for (const parameters of [info, staticQr]) {
			const { error } = await run({
				parameters,
				credentials: apiKeyOf(simulator, { apiUrl, apiKey: 'typed-in-key' }),
			});
			expect(error?.message).toBe('Could not reach the Payments API [item 0]');
			expect(error?.description).toMatch(
				new RegExp(
					`^(No|The name) .+\\. (Check .+\\.) Then run the node again\\. \\((${code}|EAI_AGAIN)\\)$`,
				),
			);
		}
	});

	const page = 'The Payments API returned a web page or other text instead of data [item 0]';
	const empty = 'The Payments API returned an empty response [item 0]';
	const noRecord = 'The response contains no record [item 0]';
	test.each<[string, unknown, string, string]>([
		['a web page', '<html>Welcome</html>', page, page],
		['half of a record', '{"id": "9f1c7c7e-', page, page],
		['nothing', '', empty, noRecord],
		['null', 'null', noRecord, noRecord],
		['a number', '1042', noRecord, noRecord],
		['a list', [1, 2], noRecord, noRecord],
		['an empty list', [], noRecord, noRecord],
		['a message', { message: 'Done.' }, noRecord, noRecord],
	])('when %s comes in place of a record', async (_, body, read, changed) => {
		const error = await runWith({ status: 200, body });
		expect(error.message).toBe(read);
		expect(error.description).toContain("'Environment'");

		const ofWrite = await runWith({ status: 200, body }, update);
		expect(ofWrite.message).toBe('Could not confirm whether it was changed [item 0]');
		expect(ofWrite.description).toContain(changed.replace(' [item 0]', '.'));
	});

	const other = { id: '9f1c7c7e-0000-4000-8000-000000000000', status: 'succeeded' };
	test('when another record comes than the one that was asked for', async () => {
		const message = 'The Payments API returned another record than the requested one [item 0]';
		for (const operation of ['get', 'update']) {
			const error = await runWith({ status: 200, body: other }, { ...update, operation });
			const isRead = operation === 'get';
			const unconfirmed = 'Could not confirm whether it was changed [item 0]';
			expect(error.message).toBe(isRead ? message : unconfirmed);
			if (isRead) expect(error.description).toBe(elsewhere);
			else expect(error.description).toContain(message.replace(' [item 0]', '.'));
		}
	});

	test.each([{ id: UNKNOWN.toUpperCase() }, [{ id: UNKNOWN }]])(
		'an ID is the same in either case, alone or in a list: %j',
		async (body) => {
			simulator.fault({ status: 200, body });
			const { items } = await run({ parameters: { ...update, operation: 'get' } });
			expect(items).toHaveLength(1);
		},
	);

	test('an ID may be a number', async () => {
		simulator.fault({ status: 200, body: { id: 1042, name: 'Counter 1' } });
		const { items } = await run({
			parameters: { ...staticQrUpdate, operation: 'get', staticQrId: '1042' },
		});
		expect(items[0]?.json).toEqual({ id: 1042, name: 'Counter 1' });
	});

	test.each<[string, unknown]>([
		['nothing', ''],
		['null', 'null'],
		['an empty object', {}],
		['an empty list', []],
		['a message', { message: 'Deleted.' }],
		['success', { success: true }],
		['the record', { id: UNKNOWN, name: 'Counter 1' }],
	])('a deletion is confirmed by %s', async (_, body) => {
		const parameters = { ...staticQrUpdate, operation: 'delete' };
		simulator.fault({ method: methodOf(parameters), status: 200, body });
		const { items } = await run({ parameters });
		expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: UNKNOWN }]);
	});

	test.each<[string, unknown]>([
		['no success', { success: false }],
		['errors', { errors: ['In use.'] }],
		['another record', other],
		['a number', 1],
		['a list', [{ id: UNKNOWN }, other]],
	])('a deletion is not confirmed by %s', async (_, body) => {
		const error = await runWith({ status: 200, body }, { ...staticQrUpdate, operation: 'delete' });
		expect(error.message).toBe('Could not confirm whether it was deleted [item 0]');
		expect(error.description).toContain('The Payments API did not confirm the deletion.');
	});
});

describe('a web page with the status 200, as of a service under maintenance,', () => {
	const body = '<!DOCTYPE html><html><body>We will be back soon</body></html>';

	test('is an outage to what only reads: it is asked again, up to five times', async () => {
		simulator.fault({ status: 200, body, times: 4 });
		const { items } = await runPayments({ parameters: info, credentials: apiKeyOf(simulator) });
		expect(items[0]?.json).toHaveProperty('id');
		expect(simulator.requests).toHaveLength(5);
	});

	test('is asked again page by page, too, and nothing is missing', async () => {
		simulator.fault({ status: 200, body, rate: 0.3 });
		const { items } = await runPayments({
			parameters: { ...list, returnAll: true },
			credentials: apiKeyOf(simulator),
		});
		expect(items.map(({ json }) => json.id)).toEqual(simulator.records.charges.map(({ id }) => id));
	});

	test('ends with what happened and what to do', async () => {
		simulator.fault({ status: 200, body, times: 5 });
		const { error } = await runPayments({ parameters: info, credentials: apiKeyOf(simulator) });
		expect(error?.message).toBe(
			'The Payments API returned a web page or other text instead of data [item 0]',
		);
		expect(error?.description).toMatch(
			/^The Payments API may be down for maintenance.*'Environment'/,
		);
		expect(simulator.requests).toHaveLength(5);
	});
});

describe('real answers of the service', () => {
	test('a charge that is not there', async () => {
		const { error } = await run({
			parameters: operation('charge', 'get', { chargeId: '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11' }),
		});
		expect(error?.message).toBe('Charge not found. [item 0]');
		expect(error?.description).toContain('Check the ID');
	});

	test.each(['get', 'update', 'delete'])(
		'%s of a plan that is not there, which the service answers with 422',
		async (operation) => {
			const { error } = await run({ parameters: { ...planUpdate, operation } });
			expect(error?.message).toBe('Subscription plan not found. [item 0]');
			expect(error?.description).toContain('Check the ID');
			expect(error?.httpCode).toBe('404');
		},
	);

	test('an unknown plan is output as a message, with its item, where the run continues', async () => {
		const { items } = await run({
			parameters: { ...planUpdate, operation: 'get' },
			node: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json }) => json)).toEqual([
			{
				error: 'Subscription plan not found. [item 0]',
				details: expect.stringContaining('Check the ID') as string,
			},
		]);
	});

	test.each(['get'])(
		'a 422 without a word to %s of a plan does not say that there is none',
		async (operation) => {
			const error = await runWith({ status: 422, body: {} }, { ...planUpdate, operation });
			expect(error.message).toBe('The Payments API returned the status 422 [item 0]');
			expect(error.httpCode).toBe('422');
		},
	);

	const inUse = { message: 'The plan has active subscriptions.' };
	test.each(['update', 'delete'])(
		'a 422 without fields to %s of a plan shows the message of the service',
		async (operation) => {
			const error = await runWith({ status: 422, body: inUse }, { ...planUpdate, operation });
			expect(error.message).toBe('The plan has active subscriptions. [item 0]');
			expect(error.description).not.toContain('Check the ID');
			expect(error.httpCode).toBe('422');
		},
	);

	test.each(['No such plan', 'Plan not found', 'This plan does not exist.'])(
		'a 422 with %p says that there is none, whatever is asked of a plan',
		async (message) => {
			for (const operation of ['get', 'update', 'delete']) {
				const fault = { status: 422, body: { message } };
				const error = await runWith(fault, { ...planUpdate, operation });
				expect(error.message).toBe(`${message} [item 0]`);
				expect(error.description).toContain('Check the ID');
				expect(error.httpCode).toBe('404');
			}
		},
	);

	test('a 422 to get of a plan says that there is none, in whatever words', async () => {
		const fault = { status: 422, body: { message: 'Invalid plan.' } };
		const error = await runWith(fault, { ...planUpdate, operation: 'get' });
		expect(error.message).toBe('Invalid plan. [item 0]');
		expect(error.httpCode).toBe('404');
	});

	test('words of the service with a code of the network in them stay its words', async () => {
		const body = { message: 'Upstream: read ECONNRESET' };
		const error = await runWith({ status: 422, body }, planUpdate);
		expect(error.message).toBe('Upstream: read ECONNRESET [item 0]');
	});

	test.each([
		['below the least amount', { amount: 0.1 }, "'Amount' must be at least 0.3 in sgd."],
		[
			'with half a custom cycle',
			{ cycleRepeat: 2 },
			"'Repeat Every' must not be sent unless cycle is custom.",
		],
	])('an update of a plan %s: the parameter is named', async (_, updateFields, message) => {
		await run({
			parameters: operation('plan', 'create', {
				name: 'Gym',
				amount: 20,
				cycle: 'monthly',
				additionalFields: { currency: 'SGD' },
			}),
		});
		const { id } = simulator.records.plans[0]!;
		const { error } = await run({
			parameters: { ...planUpdate, planId: id, updateFields: updateFields as INodeParameters },
		});
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.description).toMatch(
			/^Correct '(Amount|Repeat Every)', then run the node again\.$/,
		);
		expect(error?.httpCode).toBe('422');
	});

	test.each(['get', 'update', 'delete'])(
		'%s of a static QR code that is not there',
		async (operation) => {
			const staticQrId = '00000000-2f5b-4a0e-9d52-6d0a3f1b8c11';
			const { error } = await run({ parameters: { ...staticQrUpdate, operation, staticQrId } });
			expect(error?.message).toBe('Static QR code not found. [item 0]');
			expect(error?.description).toContain('Check the ID');
		},
	);

	test('a location that is still active', async () => {
		const location = simulator.records.locations.find(({ active }) => active)!;
		const { error } = await run({
			parameters: { resource: 'location', operation: 'delete', locationId: location.id },
		});
		expect(error?.message).toBe(
			"'Location' is active; only an inactive one can be deleted. [item 0]",
		);
		expect(error?.description).toBe(
			'Deactivate the location in the HitPay dashboard, then run the node again. Only an inactive location can be deleted.',
		);
		expect(error?.httpCode).toBe('422');
		expect(simulator.records.locations).toContain(location);
	});

	test('a payment request that was paid', async () => {
		const { items } = await run({
			parameters: operation('paymentRequest', 'create', { amount: 5, currency: 'SGD' }),
		});
		const id = items[0]!.json.id as string;
		simulator.pay(id);
		const { error } = await run({
			parameters: operation('paymentRequest', 'delete', { paymentRequestId: id }),
		});
		expect(error?.httpCode).toBe('422');
		expect(error?.description).toBe(
			'A payment request that was paid cannot be deleted. To return the money, use Refund: Create.',
		);
	});

	test('a refund of more than was paid', async () => {
		const charge = simulator.records.charges.find(({ status }) => status === 'succeeded')!;
		const { error } = await run({
			parameters: operation('refund', 'create', {
				paymentId: charge.id,
				refundKind: 'part',
				amount: 99999,
			}),
		});
		expect(error?.message).toBe("'Amount' is above the remaining amount of the charge [item 0]");
	});

	test('a scope that is missing', async () => {
		const { error } = await run({
			parameters: list,
			credentials: oAuth2Of(simulator, 'business:read'),
		});
		expect(error?.message).toBe(
			'Forbidden: the access token lacks the scope payments:read. [item 0]',
		);
		expect(error?.description).toContain("'Scope'");
	});

	test('an API key that is wrong', async () => {
		const { error } = await run({
			credentials: apiKeyOf(simulator, { apiKey: 'typed-in-key' }),
		});
		expect(error?.httpCode).toBe('401');
		expect(error?.description).toContain('Check the key in the credential');
	});
});

describe('no secret is left in a run', () => {
	test('and one that is would be found', async () => {
		const result = await runPayments({
			parameters: info,
			items: [{ key: simulator.apiKey }],
			credentials: apiKeyOf(simulator),
		});
		expect(secretsIn(result, simulator)).toEqual([simulator.apiKey]);
	});

	const faults: Fault[] = [
		{ status: 302, headers: { location: 'http://127.0.0.1:1/' } },
		...[400, 401, 403, 404, 422, 429, 500, 503].map((status) => ({ status })),
		{ cut: 'before' },
		{ cut: 'after' },
		{ status: 200, body: '<html>' },
	];
	test.each(faults)('after %p', async (fault) => {
		for (const credentials of [apiKeyOf(simulator), oAuth2Of(simulator)]) {
			for (const parameters of [info, list, staticQr]) {
				for (const node of [{}, { onError: 'continueRegularOutput' as const }]) {
					simulator.fault({ ...fault, path: '/v1', times: 2 });
					await run({ credentials, parameters, node });
					simulator.reset();
				}
			}
		}
	});

	test('after a run without trouble', async () => {
		for (const credentials of [apiKeyOf(simulator), oAuth2Of(simulator)]) {
			expect((await run({ credentials })).error).toBeUndefined();
		}
	});

	test('after access was revoked', async () => {
		const credentials = oAuth2Of(simulator);
		simulator.revoke();
		expect((await run({ credentials })).error).toBeDefined();
	});
});
