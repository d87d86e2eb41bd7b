import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { operation, runnerOf } from '../run';

const simulator = useSimulator({ charges: 3 });
const run = runnerOf(simulator);

async function rowsOf(parameters: INodeParameters) {
	const { items } = await succeeded(run({ output: 'simplified', ...parameters }));
	return items.map(({ json }) => json);
}

describe('balances', () => {
	const getMany = { resource: 'balance', operation: 'getAll' };

	test('have a row for each currency and wallet, and none for a wallet that is missing', async () => {
		const [sgd, myr, usd] = simulator.records.balances.map(({ wallets }) => wallets);
		const rows = [
			{ currency: 'sgd', wallet: 'available', amount: sgd!.available },
			{ currency: 'sgd', wallet: 'pending', amount: sgd!.pending },
			{ currency: 'sgd', wallet: 'deposit', amount: sgd!.deposit },
			{ currency: 'sgd', wallet: 'reserve', amount: 0 },
			{ currency: 'myr', wallet: 'available', amount: myr!.available },
			{ currency: 'myr', wallet: 'pending', amount: myr!.pending },
			{ currency: 'usd', wallet: 'available', amount: usd!.available },
		];
		expect(await rowsOf(getMany)).toEqual(rows);
		expect(await rowsOf({ ...getMany, limit: 5 })).toEqual(rows.slice(0, 5));
		expect(await rowsOf({ ...getMany, output: 'raw' })).toEqual(simulator.records.balances);
	});

	test('are read as numbers and as text, with wallets that are not known yet', async () => {
		const wallets = { available: '1,250.40', pending: null, rolling: 5 };
		const body = [
			{ currency: 'SGD', wallets },
			{ currency: 'USD', wallets: [] },
		];
		simulator.fault({ path: '/v1/balances', status: 200, body });

		expect(await rowsOf(getMany)).toEqual([
			{ currency: 'SGD', wallet: 'available', amount: 1250.4 },
			{ currency: 'SGD', wallet: 'rolling', amount: 5 },
		]);
	});

	test.each([
		['without wallets', [{ currency: 'sgd' }]],
		['without a currency', [{ wallets: { available: 1 } }]],
		['that are a message', { message: 'OK' }],
	])('%s are no empty list', async (_, body) => {
		simulator.fault({ path: '/v1/balances', status: 200, body });
		const { error } = await run({ ...getMany, output: 'simplified' });
		expect(error?.message).toBe('The response contains no record');
	});
});

describe('the account status', () => {
	const get = { resource: 'info', operation: 'getAccountStatus', output: 'simplified' };
	const row = (provider: string | null, setup_status: string | null, enabled: boolean | null) => ({
		...{ provider, setup_status, payment_enabled: enabled, payout_enabled: enabled },
		...{ bank_account_status: 'verified', verification_status: 'verified' },
	});

	test('has a row for each provider, with the status of the account and its input item', async () => {
		const { items } = await succeeded(run(get, { items: [{}, {}] }));
		const rows = [row('adyen', 'completed', true), row('stripe', 'pending', false)];
		expect(items.map(({ json }) => json)).toEqual([...rows, ...rows]);
		const linked = [0, 0, 1, 1].map((item) => ({ item }));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(linked);
	});

	test.each([
		['none', {}],
		['none, as PHP writes it', []],
		['null', null],
		['no field for them', undefined],
	])('has one row if the providers are %s', async (_, payment_providers) => {
		const verification = { overall_status: 'verified' };
		const body = { bank_account_status: 'verified', verification, payment_providers };
		simulator.fault({ path: '/v1/account-status', status: 200, body });
		expect(await rowsOf(get)).toEqual([row(null, null, null)]);
	});
});

const noField = "'Fields' is empty";
const chooseOne = "Choose at least one, or set 'Output' to Simplified.";
const selected = (outputFields: unknown) =>
	({ output: 'selected', outputFields }) as INodeParameters;

test.each<[INodeParameters, string, string]>([
	[selected(['amuont']), '\'Fields\' is not a known value: "amuont"', 'Use one of: '],
	[selected([]), noField, chooseOne],
	[selected('={{ $json.fields }}'), noField, chooseOne],
	[
		{ output: 'Raw' },
		'\'Output\' is not a known value: "Raw"',
		'one of: raw, selected, simplified.',
	],
	[
		{ options: { calendarDay: 'perhaps' } },
		'\'Add Calendar Day\' is neither true nor false: "perhaps"',
		'Use true or false.',
	],
])('%j is reported before anything is sent', async (parameters, message, description) => {
	const { error } = await run(operation('charge', 'getAll', parameters));
	expect(error?.message).toBe(message);
	expect(error?.description).toContain(description);
	expect(simulator.requests).toEqual([]);
});
