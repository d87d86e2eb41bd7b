import { useSimulator } from '../../useSimulator';
import { openList } from '../openList';
import { apiKeyOf, oAuth2Of } from '../run';

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

	test.each([403, 404, 405, 429, 503])(
		'is there if the profile returns the status %i',
		async (status) => {
			simulator.fault({ path: '/v1/info', status });
			expect((await list()).map(({ value }) => value)).toContain('SGD');
		},
	);

	test('explains why it cannot be opened', async () => {
		simulator.fault({ path: '/v1/info', status: 401, times: 2 });
		await expect(list()).rejects.toMatchObject({
			description: expect.stringContaining('Check the key in the credential') as string,
		});
	});
});
