import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { operation, runnerOf } from '../run';
import { requester } from '../service';
import { shortenWaits } from '../waits';

shortenWaits();
const simulator = useSimulator();
const run = runnerOf(simulator);

const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
const updateFields = { name: 'Gym', cycle: 'monthly', amount: 25, currency: 'SGD' };
const ofPlan = (name: string) => operation('plan', name, { planId: ID, updateFields });

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

test.each(['Not Found', ''])(
	'an unknown record is not looked for in the list, also if a gateway reports it: %p',
	async (message) => {
		const unknown = { path: new RegExp(`${ID}$`), status: 404, body: { message } };
		for (const [resource, name] of [
			['paymentRequest', 'get'],
			['paymentRequest', 'delete'],
			['refund', 'getAll'],
		] as const) {
			simulator.fault(unknown);
			const { error } = await run(
				operation(resource, name, { paymentRequestId: ID, paymentId: ID }),
			);
			expect(error?.httpCode).toBe('404');
			expect(error?.description).toContain('Check the ID');
		}
		expect(simulator.requests.filter(({ path }) => !path.endsWith(ID))).toEqual([]);
	},
);
