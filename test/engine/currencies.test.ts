import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../useSimulator';
import { openList } from './openList';
import { apiKeyOf, oAuth2Of, runPayments } from './run';

const simulator = useSimulator();

const list = async (filter?: string) =>
	(await openList('searchCurrencies')(apiKeyOf(simulator), filter)).results;

describe('the list of currencies', () => {
	test('has that of the account first, then others by code and name', async () => {
		const currencies = await list();
		expect(currencies.slice(0, 3)).toEqual([
			{ name: 'SGD · Singapore Dollar · your account', value: 'SGD' },
			{ name: 'AED · United Arab Emirates Dirham', value: 'AED' },
			{ name: 'AUD · Australian Dollar', value: 'AUD' },
		]);
		expect(currencies.map(({ value }) => value)).toEqual([
			...new Set(currencies.map(({ value }) => value)),
		]);
	});

	test('has the currency of an account that is not among the others', async () => {
		const business = { business: { name: 'Shop', default_currency: 'isk' } };
		simulator.fault({ path: '/v1/info', status: 200, body: business });
		expect((await list())[0]).toEqual({
			name: 'ISK · Icelandic Króna · your account',
			value: 'ISK',
		});
	});

	test('is there if the account does not say its currency', async () => {
		simulator.fault({ path: '/v1/info', status: 200, body: { name: 'Shop' } });
		expect((await list()).map(({ value }) => value)).toContain('SGD');
	});

	test('is searched by code, name and whose it is', async () => {
		expect(await list('ringgit')).toEqual([{ name: 'MYR · Malaysian Ringgit', value: 'MYR' }]);
		expect((await list('jpy')).map(({ value }) => value)).toEqual(['JPY']);
		expect((await list('your account')).map(({ value }) => value)).toEqual(['SGD']);
	});

	test('opens with OAuth2, whatever the scope', async () => {
		const credentials = oAuth2Of(simulator, 'business:read');
		const { results } = await openList('searchCurrencies')(credentials);
		expect(results[0]!.value).toBe('SGD');
	});

	test('explains why it cannot be opened', async () => {
		simulator.fault({ path: '/v1/info', status: 401, times: 2 });
		await expect(list()).rejects.toMatchObject({
			description: expect.stringContaining('Check the key in the credential') as string,
		});
	});
});

describe('a currency', () => {
	const order = { resource: 'paymentRequest', operation: 'create', amount: 10 };
	const counter = { resource: 'staticQr', operation: 'create', name: 'Counter 1' };
	const gym = { resource: 'plan', operation: 'create', name: 'Gym', amount: 20 };

	test.each<[string, INodeParameters[string]]>([
		['as workflows have it that were saved when it was a text', 'SGD'],
		['of an expression', '={{ "sgd".toUpperCase() }}'],
		['selected from the list', { __rl: true, mode: 'list', value: 'SGD' }],
		['entered by its code', { __rl: true, mode: 'id', value: 'SGD' }],
	])('%s is sent', async (_, currency) => {
		const operations: INodeParameters[] = [
			{ ...order, currency },
			{ ...counter, additionalFields: { amount: 5, currency } },
			{ ...gym, additionalFields: { currency } },
		];
		for (const parameters of operations) {
			const { error } = await runPayments({ parameters, credentials: apiKeyOf(simulator) });
			expect(error).toBeUndefined();
		}
		const bodies = simulator.requests.filter(({ method }) => method === 'POST');
		expect(bodies.map(({ body }) => body)).toEqual(
			operations.map(() => expect.objectContaining({ currency: 'SGD' }) as unknown),
		);
	});

	test('of an expression without a result is reported', async () => {
		const { error } = await runPayments({
			parameters: { ...order, currency: { __rl: true, mode: 'id', value: '={{ $json.nothing }}' } },
			credentials: apiKeyOf(simulator),
		});
		expect(error?.message).toBe("'Currency' is empty [item 0]");
		expect(simulator.requests).toEqual([]);
	});
});
