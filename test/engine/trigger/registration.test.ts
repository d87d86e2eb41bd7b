import { setTimeout as sleep } from 'node:timers/promises';

import { startSimulator, useFreshSimulator } from '../../useSimulator';
import { apiKeyOf, oAuth2Of } from '../run';
import { requester } from '../service';
import { kinds, named } from './registered';
import { useTriggers, type Trigger, type TriggerOptions } from './trigger';

/* An endpoint or a payment link is registered at the API when the workflow is published. */

const simulator = useFreshSimulator({ charges: 1 });
const service = requester(simulator);
const start = useTriggers();

/** Returns the requests that changed something. */
const writes = () =>
	simulator.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);

describe.each(kinds)('in mode $mode', (kind) => {
	const { mode, path, parameters, terms, edited, editedTerms } = kind;
	const all = () => kind.all(simulator);
	const ids = () => all().map(({ id }) => id);

	const setUp = async (options: Partial<TriggerOptions> = {}) =>
		await start({ credentials: apiKeyOf(simulator), parameters, workflowId: 'w-1', ...options });

	async function published(options?: Partial<TriggerOptions>) {
		const trigger = await setUp(options);
		await trigger.publish();
		return trigger;
	}

	test('ten publishes leave one, which one request registered', async () => {
		const trigger = await setUp();
		for (let turn = 0; turn < 10; turn += 1) await trigger.publish();
		const id = expect.any(String) as string;
		expect(all()).toEqual([{ id, name: named(kind), url: trigger.url, terms }]);
		expect(writes()).toEqual(['POST']);
	});

	test('with OAuth2, unpublishing removes it, and the next publish registers another one', async () => {
		const trigger = await setUp({ credentials: oAuth2Of(simulator) });
		for (let turn = 0; turn < 3; turn += 1) {
			await trigger.publish();
			expect(all()).toHaveLength(1);
			await trigger.unpublish();
			expect(all()).toEqual([]);
		}
	});

	test('it is not registered after publishing failed, when n8n gets its token', async () => {
		const trigger = await setUp({ credentials: oAuth2Of(simulator) });
		const over = AbortSignal.timeout(500);
		const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(over);
		simulator.fault({ method: 'POST', path, status: 401 });
		simulator.fault({ path: '/v1/open/oauth/token', delay: 1_000, when: 'before' });
		await expect(trigger.publish()).rejects.toThrow();
		limit.mockRestore();
		await sleep(1_200);
		expect(all()).toEqual([]);
	});

	test('other parameters update it', async () => {
		const trigger = await published();
		const [id] = ids();
		trigger.edit(edited);
		await trigger.publish();
		await trigger.publish();
		expect(all()).toMatchObject([{ id, terms: editedTerms }]);
		expect(writes()).toEqual(['POST', 'PUT']);
	});

	test('another URL of the trigger updates it', async () => {
		const trigger = await published();
		const before = all();
		kind.change(simulator, { url: `${trigger.url}/before` });
		await trigger.publish();
		expect(all()).toEqual(before);
		expect(writes()).toEqual(['POST', 'PUT']);
	});

	test('one that was renamed at the dashboard is still its own', async () => {
		const trigger = await published();
		const before = all();
		const rename = () => kind.change(simulator, { name: 'Orders' });
		rename();
		await trigger.publish();
		expect(all()).toEqual(before);
		rename();
		await trigger.unpublish();
		expect(all()).toEqual([]);
	});

	test('those of others are not changed, also if they have its URL or almost its name', async () => {
		const trigger = await setUp();
		await service(path, kind.body('n8n:w-1:trigger-1 by hand', trigger.url));
		const others = all();
		await trigger.publish();
		await trigger.unpublish();
		expect(all()).toEqual(others);
	});

	test.each(['webhook-test', 'try'])(
		'a test run, with the path %s, has its own, and does not change the published one',
		async (testEndpoint) => {
			const trigger = await published();
			const [own] = all();
			// Of the same n8n.
			const { origin: address } = new URL(trigger.url);
			const test = await setUp({
				address,
				parameters: { ...parameters, ...edited },
				isTest: true,
				testEndpoint,
			});
			await test.publish();
			expect(test.url).toContain(`/${testEndpoint}/`);
			expect(all()).toContainEqual(own);
			expect(all()).toContainEqual(expect.objectContaining({ url: test.url, terms: editedTerms }));
			await test.unpublish();
			expect(all()).toEqual([own]);
			await test.publish();
			await trigger.unpublish();
			expect(all()).toMatchObject([{ url: test.url }]);
		},
	);

	test.each([{}, { id: '' }, { url: 'https://pay.example/1' }, [], null])(
		'a response without an ID fails the publishing, and the next one finds what was created: %j',
		async (body) => {
			const trigger = await setUp();
			simulator.fault({ method: 'POST', when: 'after', status: 201, body });
			await expect(trigger.publish()).rejects.toMatchObject({
				message: 'The Payments API did not return an ID for the registration',
				description: expect.stringMatching(/^Publish the workflow again/) as string,
			});
			await trigger.publish();
			expect(all()).toHaveLength(1);
		},
	);

	test.each([{}, null, { data: {} }, 5])(
		'a response that is not a list (%j) is reported, and nothing is changed',
		async (body) => {
			const trigger = await setUp();
			for (const work of [() => trigger.publish(), () => trigger.unpublish()]) {
				simulator.fault({ method: 'GET', status: 200, body });
				const message = expect.stringContaining('list of records') as string;
				await expect(work()).rejects.toMatchObject({ message });
			}
			expect(writes()).toEqual([]);
		},
	);

	test('the state does not contain the key', async () => {
		const state = await (await setUp()).publish();
		expect(JSON.stringify(state)).not.toContain(simulator.apiKey);
		expect(state.desired).toMatch(/^[0-9a-f]{32}$/);
	});

	const other = kinds.find((one) => one.mode !== mode)!;
	test.each([
		{ to: 'requests', path: 'shop', others: 0 },
		{ to: 'requests', path: '={{ 2026 }}', others: 0 },
		{ to: 'requests', path: '={{ null }}', others: 0 },
		{ to: other.mode, path: '', others: 1 },
	])('it is removed if the next mode is $to, with the path $path', async ({ to, path, others }) => {
		const trigger = await published();
		const money = { amount: 15, currency: 'SGD' };
		trigger.edit({ mode: to, ...money, path, events: ['payment.completed'] });
		expect('checkoutUrl' in (await trigger.publish())).toBe(to === 'link');
		expect(all()).toEqual([]);
		expect(other.all(simulator)).toHaveLength(others);
		trigger.edit(parameters);
		await trigger.publish();
		expect([all().length, other.all(simulator)]).toEqual([1, []]);
		trigger.edit({ mode: to, ...money, path });
		await trigger.unpublish();
		expect(all()).toEqual([]);
	});

	describe('when n8n starts', () => {
		/** Starts n8n during an outage that hides what is registered. */
		async function restart(trigger: Awaited<ReturnType<typeof setUp>>) {
			simulator.fault({ method: 'GET', status: 503 });
			await trigger.restart();
		}

		test('what was deleted is registered again', async () => {
			const trigger = await published();
			const [id] = ids();
			await service(`${path}/${id}`, undefined, 'DELETE');
			await trigger.restart();
			expect(ids()).toHaveLength(1);
			expect(ids()).not.toContain(id);
		});

		test('an outage does not hide that the credential is of another environment', async () => {
			const trigger = await published();
			const production = await startSimulator({ charges: 1, apiKey: 'the-key-of-production' });
			trigger.enter(apiKeyOf(production).paymentsApi);
			production.fault({ method: 'GET', status: 503 });
			await trigger.restart().finally(() => production.close());
			expect(production.requests.map(({ method }) => method)).toContain('POST');
		});

		test('nor that the key is another one', async () => {
			const trigger = await published();
			trigger.enter({ apiKey: 'the-key-of-another-business' });
			await expect(restart(trigger)).rejects.toThrow();
		});

		test('it stays registered though the merchant has revoked access', async () => {
			const trigger = await published({ credentials: oAuth2Of(simulator) });
			simulator.revoke();
			await trigger.restart();
			expect(all()).toHaveLength(1);
		});

		const kept = ['POST'];
		const again = ['POST', 'DELETE', 'POST'];
		type Change = (trigger: Trigger) => void;
		test.each<[string, typeof apiKeyOf | typeof oAuth2Of, Change, string[]]>([
			['parameters', apiKeyOf, (trigger) => trigger.edit(edited), again],
			['an OAuth2 app', oAuth2Of, (trigger) => trigger.enter({ clientId: 'another-app' }), again],
			[
				'salts',
				apiKeyOf,
				(trigger) => trigger.enter({ endpointSalt: 'a', webhookSalt: 'b' }),
				kept,
			],
			['blanks', apiKeyOf, (trigger) => trigger.enter({ apiKey: ` ${simulator.apiKey} ` }), kept],
			['a slash', apiKeyOf, (trigger) => trigger.enter({ apiUrl: `${simulator.url}/` }), kept],
			[
				'a token',
				oAuth2Of,
				(trigger) => trigger.enter({ oauthTokenData: { ...simulator.issueTokens() } }),
				kept,
			],
		])('an outage does not hide a change: of %s', async (_, credentialsOf, change, sent) => {
			const trigger = await published({ credentials: credentialsOf(simulator) });
			change(trigger);
			await restart(trigger);
			expect(writes()).toEqual(sent);
		});
	});
});
