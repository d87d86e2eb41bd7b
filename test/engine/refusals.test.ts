import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../simulator';
import { useSimulator } from '../useSimulator';
import { apiKeyOf, oAuth2Of, operation, runnerOf } from './run';
import { secretsIn } from './secrets';
import { requester } from './service';
import { shortenWaits } from './waits';

shortenWaits();
const simulator = useSimulator({ apiKey: 'secret-api-key', clientSecret: 'secret-client-secret' });
const run = runnerOf(simulator);

const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
const updateFields = { name: 'Gym', cycle: 'monthly', amount: 25, currency: 'SGD' };
const ofPlan = (name: string, planId = ID) => operation('plan', name, { planId, updateFields });
const ofQr = (name: string) =>
	operation('staticQr', name, { staticQrId: ID, updateFields: { name: 'Counter 2' } });

test.each<[string, INodeParameters]>([
	['Charge not found.', operation('charge', 'get', { chargeId: ID })],
	...['get', 'update', 'delete'].flatMap((name): Array<[string, INodeParameters]> => [
		// The API responds with a 422.
		['Subscription plan not found.', ofPlan(name)],
		['Static QR code not found.', ofQr(name)],
	]),
])('a record that does not exist is not found: %s (%j)', async (message, parameters) => {
	const { error } = await run(parameters);
	expect(error?.message).toBe(message);
	expect(error?.description).toContain('Check the ID');
	expect(error?.httpCode).toBe('404');
});

const [usual, inUse] = ['Invalid plan.', 'The plan has active subscriptions.'];
test.each<[string, unknown, string, string]>([
	['get', {}, 'The Payments API returned the status 422', '422'],
	['get', { message: usual }, usual, '404'],
	['update', { message: inUse }, inUse, '422'],
	['delete', { message: inUse }, inUse, '422'],
	...['No such plan', 'Plan not found', 'This plan does not exist.'].flatMap((message) =>
		['get', 'update', 'delete'].map((name): [string, unknown, string, string] => [
			...([name, { message }, message, '404'] as const),
		]),
	),
])('%s of a plan with a 422 of %j is: %s, %s', async (name, body, message, code) => {
	const method = name === 'delete' ? 'DELETE' : undefined;
	// The record to delete is read first.
	if (method) simulator.fault({ method: 'GET', status: 200, body: { id: ID }, times: 9 });
	simulator.fault({ method, status: 422, body });
	const { error } = await run({ ...ofPlan(name), options: { maxTries: 1 } });
	expect(error?.message).toBe(message);
	expect(error?.httpCode).toBe(code);
	expect(error?.description?.includes('Check the ID')).toBe(code === '404');
});

test.each<[INodeParameters, string, string]>([
	[{ amount: 0.1 }, "'Amount' must be at least 0.3 in sgd.", 'Amount'],
	[{ cycleRepeat: 2 }, "'Repeat Every' must not be sent unless cycle is custom.", 'Repeat Every'],
])('a refusal of %j names the parameter', async (changes, message, label) => {
	const plan = { name: 'Gym', amount: 20, cycle: 'monthly', currency: 'SGD' };
	const { id: planId } = await requester(simulator)('/v1/subscription-plan', plan);
	const { error } = await run(operation('plan', 'update', { planId, updateFields: changes }));
	expect(error?.message).toBe(message);
	expect(error?.description).toBe(`Correct '${label}', then run the node again.`);
	expect(error?.httpCode).toBe('422');
});

test('a location that is still active is not deleted', async () => {
	const location = simulator.records.locations.find(({ active }) => active)!;
	const { error } = await run(operation('location', 'delete', { locationId: location.id }));
	expect(error?.message).toBe("'Location' is active; only an inactive one can be deleted.");
	expect(error?.description).toBe(
		'Deactivate the location in the HitPay dashboard, then run the node again. Only an inactive location can be deleted.',
	);
	expect(simulator.records.locations).toContain(location);
});

test('a payment request that was paid is not deleted', async () => {
	const body = { amount: 5, currency: 'SGD' };
	const { id: paymentRequestId } = await requester(simulator)('/v1/payment-requests', body);
	simulator.pay(paymentRequestId);
	const { error } = await run(operation('paymentRequest', 'delete', { paymentRequestId }));
	expect(error?.httpCode).toBe('422');
	expect(error?.description).toBe(
		'A payment request that was paid cannot be deleted. To return the money, use Refund: Create.',
	);
});

const info = { resource: 'info', operation: 'get' };
const list = { resource: 'charge', operation: 'getAll' };

test('a missing scope and a wrong key are named', async () => {
	const scoped = await run(list, { credentials: oAuth2Of(simulator, 'business:read') });
	expect(scoped.error?.message).toBe('Forbidden: the access token lacks the scope payments:read.');
	expect(scoped.error?.description).toContain("'Scope'");
	const wrong = await run(info, { credentials: apiKeyOf(simulator, { apiKey: 'typed-in-key' }) });
	expect(wrong.error?.httpCode).toBe('401');
	expect(wrong.error?.description).toContain('Check the key in the credential');
});

describe('no secret is left in a run', () => {
	test('and one that is would be found', async () => {
		const result = await run(info, { items: [{ key: simulator.apiKey }] });
		expect(secretsIn(result, simulator)).toEqual([simulator.apiKey]);
	});

	const create = operation('staticQr', 'create', { name: 'A', paymentMethod: 'paynow_online' });
	const faults: Array<Fault | undefined> = [
		undefined,
		{ status: 302, headers: { location: 'http://127.0.0.1:1/' } },
		...[400, 401, 403, 404, 422, 429, 500, 503].map((status) => ({ status })),
		{ cut: 'before' },
		{ cut: 'after' },
		{ status: 200, body: '<html>' },
	];
	test.each(faults)('after %p', async (fault) => {
		for (const credentials of [apiKeyOf(simulator), oAuth2Of(simulator)]) {
			for (const parameters of [info, list, create]) {
				for (const node of [{}, { onError: 'continueRegularOutput' as const }]) {
					if (fault) simulator.fault({ ...fault, path: '/v1', times: 2 });
					const one = { ...parameters, options: { maxTries: 1 } };
					expect(secretsIn(await run(one, { credentials, node }), simulator)).toEqual([]);
					simulator.reset();
				}
			}
		}
	});

	test('after access was revoked', async () => {
		const credentials = oAuth2Of(simulator);
		simulator.revoke();
		const result = await run(info, { credentials });
		expect(result.error).toBeDefined();
		expect(secretsIn(result, simulator)).toEqual([]);
	});
});
