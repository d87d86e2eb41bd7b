import { CredentialTestContext } from 'n8n-core';
import type { IDataObject, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { PaymentsOAuth2Api } from '../../../credentials/PaymentsOAuth2Api.credentials';
import { Payments } from '../../../nodes/Payments/Payments.node';
import type { Simulator } from '../../../simulator';
import type { Dialect } from '../../../simulator/dialects';
import { locationOf, openPage, REDIRECT, token } from '../../simulator/oauth';
import { openList } from '../openList';
import { startPoller } from '../polling/poller';
import { apiKeyOf, oAuth2Of } from '../run';
import { useDialects } from './harness';

const speak = useDialects();

/** As n8n tests a credential with the function that the node names. */
async function tryOut(simulator: Simulator, changes: IDataObject = {}) {
	const data = { ...apiKeyOf(simulator).paymentsApi, ...changes } as Record<string, string>;
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
	const credential = { id: '1', name: 'Test', type: 'paymentsApi', data };
	return await new Payments().methods.credentialTest.testApiKey.call(context, credential);
}

test.each([[[]], [['wrong-key-403']]] as const)(
	'Row 8: a wrong key is recognized by the credential test, an operation and a refund, in the dialects %j',
	async (dialects) => {
		const { simulator, run, sent } = await speak(dialects);
		const tested = await tryOut(simulator, { apiKey: 'wrong' });
		expect(tested.message).toContain('does not accept this API key');
		const wrong = { credentials: apiKeyOf(simulator, { apiKey: 'wrong-key-1' }) };
		const paymentId = simulator.records.charges[0]!.id;
		const refund = (refundKind: string) =>
			run('refund', 'create', { paymentId, refundKind, amount: 5 }, wrong);
		const get = run('charge', 'get', { chargeId: paymentId }, wrong);
		for (const { error } of await Promise.all([get, refund('part'), refund('everything')])) {
			// Not: the charge was not found.
			expect(error?.httpCode).toBe(dialects.length > 0 ? '403' : '401');
			expect(error?.description).toContain('Check the key in the credential');
		}
		expect(sent('POST')).toEqual([]);
	},
);

describe('Row 22: a key is tested by the first path that exists', () => {
	const paths: Array<[Dialect[], string[]]> = [
		[[], ['/v1/info']],
		[['no-info'], ['/v1/info', '/v1/account-status']],
		[['charges-only'], ['/v1/info', '/v1/account-status', '/v1/charges']],
	];
	test.each(paths)('Row 22: in the dialects %j', async (dialects, expected) => {
		const { simulator } = await speak(dialects);
		expect(await tryOut(simulator)).toEqual({ status: 'OK', message: '' });
		expect(simulator.requests.map((request) => request.path)).toEqual(expected);
		simulator.reset();
		expect((await tryOut(simulator, { apiKey: 'wrong' })).status).toBe('Error');
		expect(simulator.requests).toHaveLength(1);
	});

	test('Row 22: without a profile, currencies can be chosen all the same', async () => {
		const { simulator } = await speak(['no-info']);
		const { results } = await openList('searchCurrencies')(apiKeyOf(simulator), 'sgd');
		expect(results).toEqual([{ name: 'SGD · Singapore Dollar', value: 'SGD' }]);
	});
});

test('Row 26: the authorization works without PKCE, and with it is bound to it', async () => {
	const grant = new PaymentsOAuth2Api().properties.find(({ name }) => name === 'grantType')!;
	expect(grant).toMatchObject({ type: 'hidden', default: 'authorizationCode' });

	const { simulator } = await speak();
	const verifier = 'v'.repeat(64);
	const challenge = createHash('sha256').update(verifier).digest('base64url');
	const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
	for (const [given, status] of [
		[verifier, 200],
		['another', 400],
	] as const) {
		const { submit } = await openPage(simulator, pkce);
		const location = locationOf(await submit({ decision: 'authorize' }))!;
		const sent = await token(simulator, {
			grant_type: 'authorization_code',
			code: location.searchParams.get('code')!,
			redirect_uri: REDIRECT,
			code_verifier: given,
		});
		expect(sent.status).toBe(status);
	}
});

// Those of reads: test/engine/serviceErrors.test.ts.
test('Row 27: a 403 names the scope that a write needs', async () => {
	const { simulator, run } = await speak(['dropped-scopes']);
	const credentials = oAuth2Of(simulator, 'business:read');
	const chargeId = simulator.records.charges[0]!.id;
	const errors = [
		await run('paymentRequest', 'create', { amount: 1, currency: 'SGD' }, { credentials }),
		await run('refund', 'create', { paymentId: chargeId, amount: 1 }, { credentials }),
		await run('product', 'delete', { productId: chargeId }, { credentials }),
	].map(({ error }) => error?.description);
	const scopes = ['payments:create', 'payments:refund', 'commerce or commerce:delete'];
	for (const [index, scope] of scopes.entries()) expect(errors[index]).toContain(scope);
	for (const error of errors) expect(error).toMatch(/'Scope' in the credential needs .*\. Add it/);
});

test('Row 28: the newest refresh token is kept', async () => {
	for (const dialects of [[], ['new-refresh-tokens']] as const) {
		const { simulator, run } = await speak(dialects);
		const credentials = oAuth2Of(simulator);
		for (let times = 0; times < 3; times += 1) {
			simulator.expireAccessTokens();
			expect((await run('info', 'get', {}, { credentials })).error).toBeUndefined();
		}
		const refreshed = simulator.requests.filter(({ method }) => method === 'POST');
		const used = refreshed.map(({ body }) => (body as { refresh_token: string }).refresh_token);
		expect(new Set(used).size).toBe(dialects.length > 0 ? 3 : 1);
	}
});

test.each([[[]], [['rate-limit-headers']]] as const)(
	'Row 29: the headers of the rate limit are followed where they exist, and not needed: %j',
	async (dialects) => {
		const { simulator, run } = await speak(dialects, { charges: 60 });
		simulator.fault({ path: '/v1/charges', status: 429, times: 2 });
		const { items, error } = await run('charge', 'getAll', { returnAll: true });
		expect([error, items.length]).toEqual([undefined, 60]);
	},
);

test('Row 30: the pages say which way to prefer', () => {
	const page = readFileSync(path.join(__dirname, '../../../docs/triggers.md'), 'utf8');
	expect(page).toMatch(/## Which mode to use/);
	expect(page).toMatch(/older/);
});

describe('Tolerance: what is unknown is in Raw, and never guessed', () => {
	/** Adds to each record of a path what no source has. */
	const extend = (simulator: Simulator) =>
		simulator.fault({
			method: 'GET',
			times: Infinity,
			when: 'after',
			body: (text: string) =>
				text
					.replaceAll('"status":"succeeded"', '"status":"settled_later","brand_new":{"a":1}')
					.replaceAll('"amount":12.5', '"amount":"12,5"'),
		});

	test('Tolerance: an unknown field and status are passed on; Simplified has no further field', async () => {
		const { simulator, run } = await speak([], { charges: 0 });
		simulator.addCharge({ amount: 12.5 });
		const fields = { returnAll: true };
		const before = await run('charge', 'getAll', { ...fields, output: 'simplified' });
		extend(simulator);
		const raw = await run('charge', 'getAll', { ...fields, output: 'raw' });
		expect(raw.items[0]!.json).toMatchObject({
			status: 'settled_later',
			brand_new: { a: 1 },
			amount: '12,5',
		});
		const after = await run('charge', 'getAll', { ...fields, output: 'simplified' });
		const [known, unknown] = [before, after].map(({ items }) => items[0]!.json);
		expect(Object.keys(unknown!)).toEqual(Object.keys(known!));
		// 12,5 is no grouping: neither 12.5 nor 125 is guessed.
		expect(unknown).toMatchObject({ status: 'settled_later', amount: '12,5' });
	});

	test('Tolerance: a charge with an unknown status is not refunded, and no payment is made of it', async () => {
		const { simulator, run, call, sent } = await speak([], { charges: 0 });
		const { id } = await call('/v1/payment-requests', { amount: 12.5, currency: 'sgd' });
		const charge = simulator.pay(id);
		extend(simulator);
		const before = sent('POST').length;
		const { error } = await run('refund', 'create', { paymentId: charge.id, amount: 1 });
		expect(error?.description).toContain('settled_later');
		expect(sent('POST')).toHaveLength(before);
		const fields = { paymentRequestId: id, output: 'simplified' };
		const { items } = await run('paymentRequest', 'get', fields);
		expect(items[0]!.json.payment_id).toBeNull();
	});

	test('Tolerance: an unknown status is a change like any other, under its own name', async () => {
		const { simulator } = await speak([], { charges: 0 });
		simulator.addCharge({ created_at: new Date().toISOString() });
		const poller = startPoller(apiKeyOf(simulator), { event: 'chargeStatusChanged' });
		await poller.publish();
		extend(simulator);
		await poller.poll();
		expect(poller.runs.flat()).toMatchObject([
			{ status: 'settled_later', previous_status: 'succeeded' },
		]);
	});
});
