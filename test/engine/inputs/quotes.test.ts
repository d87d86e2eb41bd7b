import type { IDataObject, INode } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { MemoryCredentials } from '../credentials';
import { apiKeyOf, operation, runnerOf } from '../run';
import { shortenWaits } from '../waits';

/* A message quotes the value that was refused, and names the item if there are several. */

shortenWaits();
const simulator = useSimulator({ charges: 1 });
const run = runnerOf(simulator);
const upsert = operation('customer', 'upsert', {
	email: '={{ $json.email }}',
	additionalFields: { name: '={{ $json.name }}' },
});
const continued: Partial<INode> = { onError: 'continueRegularOutput' };

const upsertAll = async (items: IDataObject[], node: Partial<INode> = {}) =>
	await run(upsert, { items, node });
const messageOf = async (email: unknown) =>
	(await upsertAll([{ email } as IDataObject])).error?.message;

test('among several items, the message names the item, and the description how to send the others', async () => {
	const [ann, cho] = [{ email: 'ann@example.com' }, { email: 'cho.example.com' }];
	const { error } = await upsertAll([ann, ann, cho]);
	expect(error?.message).toBe('\'Email\' is not an email address: "cho.example.com" (3rd item)');
	expect(error?.description).toBe(
		"Enter an address such as ann@example.com. Nothing was sent for any other item of this run. To run the others all the same, choose Settings > 'On Error' > Continue.",
	);
	expect(error?.context?.itemIndex).toBe(2);
	expect(simulator.requests).toEqual([]);
});

test.each([
	['a value of several lines is in one', ' a\r\n\tb ', '"a b"'],
	['characters that nobody sees are a blank', 'a\u200bb\u0000\u202ec', '"a b c"'],
	['a long value is cut', 'é'.repeat(61), `"${'é'.repeat(60)}…"`],
	['a value that is just not long is whole', '👍'.repeat(60), `"${'👍'.repeat(60)}"`],
	['a number is no text', 5, '5'],
])('%s', async (_, email, quoted) => {
	expect(await messageOf(email)).toBe(`'Email' is not an email address: ${quoted}`);
});

test.each([{ a: 1 }, [1], true])('an object is not quoted, a switch is: %j', async (email) => {
	const quoted = email === true ? ': true' : '';
	expect(await messageOf(email)).toBe(`'Email' is not an email address${quoted}`);
});

test("a value that n8n takes for a code of the network is not quoted: n8n's words would replace the message", async () => {
	expect(await messageOf('xECONNRESETx')).toBe("'Email' is not an email address");
});

test('the key of the credential is not quoted, whole or in part, in a message or in a field', async () => {
	const { apiKey } = simulator;
	const key = apiKey.toUpperCase();
	const { items } = await upsertAll(
		[{ email: apiKey }, { email: `${'x'.repeat(50)}${key}` }],
		continued,
	);
	expect(items.map(({ json }) => json)).toMatchObject([
		{ error: '\'Email\' is not an email address: "[hidden]" (1st item)', email: '[hidden]' },
		{ error: `'Email' is not an email address: "${'x'.repeat(50)}[hidden]" (2nd item)` },
	]);
	expect(JSON.stringify(items).toLowerCase()).not.toContain(apiKey.slice(0, 8).toLowerCase());
});

test.each([
	['without its end', (key: string) => key.slice(0, -1)],
	['divided by a blank', (key: string) => `${key.slice(0, 9)} ${key.slice(9)}`],
	['divided by a line', (key: string) => `${key.slice(0, 9)}\n${key.slice(9)}`],
	[
		'divided by a sign that is not shown',
		(key: string) => `${key.slice(0, 9)}\u200b${key.slice(9)}`,
	],
])('a key %s is neither quoted nor output', async (_, edit) => {
	const { items } = await upsertAll([{ email: edit(simulator.apiKey) }], continued);
	const [{ json }] = items as [{ json: IDataObject }];
	expect(json.error).toBe("'Email' is not an email address");
	expect(json).not.toHaveProperty('email');
});

test('with On Error set to continue, the error comes first, then what names the item', async () => {
	const item = { status: 'new', email: 'cho', reference: 'INV/7', payment_id: 9, name: 'Cho' };
	const { items } = await upsertAll([item, { ...item, email: 'ann@example.com' }], continued);
	expect(Object.entries(items[0]!.json)).toEqual([
		['error', '\'Email\' is not an email address: "cho" (1st item)'],
		['details', 'Enter an address such as ann@example.com.'],
		['outcome', 'not_sent'],
		['email', 'cho'],
		['reference', 'INV/7'],
		['name', 'Cho'],
		['payment_id', 9],
	]);
	expect(items[1]!.json).toMatchObject({ email: 'ann@example.com' });
});

test('of a list in one text, the wrong part is quoted', async () => {
	const getMany = operation('charge', 'getAll', { filters: { userIds: '12, ann, 7' } });
	expect((await run(getMany)).error?.message).toBe('\'User IDs\' is not a valid user ID: "ann"');
});

test.each([1, 2, 3, 4])(
	'if the credential can be read %d times only, no value is quoted that may be its key',
	async (times) => {
		const vault = new MemoryCredentials(apiKeyOf(simulator));
		const read = vault.getDecrypted.bind(vault);
		const charge = { __rl: true, mode: 'id', value: simulator.apiKey };
		const get = operation('charge', 'get', { chargeId: charge });
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			let reads = 0;
			jest.spyOn(MemoryCredentials.prototype, 'getDecrypted').mockImplementation(async function (
				this: MemoryCredentials,
				...asked
			) {
				reads += 1;
				if (reads > times) throw new Error('The vault is down');
				return await read.apply(this, asked);
			});
			const { items, error } = await run(get, { node: { onError } });
			expect(JSON.stringify([items, error?.message, error?.description])).not.toContain(
				simulator.apiKey,
			);
		}
		jest.restoreAllMocks();
	},
);
