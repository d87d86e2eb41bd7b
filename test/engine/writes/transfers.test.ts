import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { memory } from '../../../nodes/Payments/handlers/once/ledger/memory';
import type { Transfer } from '../../../simulator/records/types';
import { useSimulator } from '../../useSimulator';
import { hintsOf, succeeded } from '../outcomes';
import { operation, runnerOf } from '../run';
import { shortenWaits } from '../waits';

shortenWaits();
const simulator = useSimulator();
const run = runnerOf(simulator);

const supplierOf = (currency: string) =>
	simulator.records.beneficiaries.find((one) => one.currency === currency)!;

const estimate = (more: INodeParameters) =>
	operation('transfer', 'estimate', {
		beneficiaryId: supplierOf('myr').id,
		sourceCurrency: 'SGD',
		...more,
	});

describe('an estimate', () => {
	test.each([
		['what the beneficiary receives', { paymentAmount: 331 }],
		['what the business pays', { amountKind: 'source', sourceAmount: 100 }],
		[
			'one of both, as an expression selects it',
			{ amountKind: "={{ 'source' }}", sourceAmount: 100, paymentAmount: 7 },
		],
	])('is of %s', async (_, amounts) => {
		const { items } = await succeeded(run(estimate(amounts)));
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				source_amount: 100,
				payment_amount: 331,
				payment_currency: 'myr',
				exchange_rate: '3.3100',
				beneficiary_id: supplierOf('myr').id,
			},
		]);
	});

	test('is read again as a list is, since it changes nothing', async () => {
		simulator.fault({ path: '/v1/transfers/estimate', status: 503 });
		simulator.fault({ path: '/v1/transfers/estimate', cut: 'after' });
		await succeeded(run(estimate({ paymentAmount: 331 })));
		expect(simulator.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
	});

	test('of several transfers is not counted as something that was sent, or was not', async () => {
		const result = await succeeded(run(estimate({ paymentAmount: 331 }), { items: [{}, {}] }));
		expect(hintsOf(result)).toEqual([]);
	});

	test('without an amount is none', async () => {
		simulator.fault({ path: '/v1/transfers/estimate', body: { source_amount: 100 } });
		const { error } = await run(estimate({ paymentAmount: 331 }));
		expect(error!.message).toBe('The response contains no record');
	});

	test('has the decimals of the currency that the business pays in', async () => {
		const more = { sourceCurrency: 'JPY', amountKind: 'source', sourceAmount: 100.5 };
		const { error } = await run(estimate(more));
		expect(error!.message).toBe("'Source Amount' has more decimals than the currency: 100.5");
		expect(simulator.requests).toEqual([]);
	});
});

const send = (more: INodeParameters = {}) =>
	operation('transfer', 'create', {
		...{ beneficiaryId: supplierOf('sgd').id, sourceCurrency: 'SGD', paymentAmount: 100 },
		...more,
	});
const posts = () => simulator.requests.filter(({ method }) => method === 'POST');
const sentFor = (reference: string) =>
	simulator.records.transfers.filter((one) => one.reference === reference);

/** Adds more than a hundred transfers after one. */
function addLater(transfer: Transfer) {
	for (let count = 0; count <= 100; count += 1) {
		const own = { id: crypto.randomUUID(), created_at: undefined, reference: `LATER-${count}` };
		simulator.addTransfer({ ...transfer, ...own });
	}
}

describe('a transfer', () => {
	test('has the reference of the user, or one that the node makes', async () => {
		await succeeded(run(send({ reference: 'INV-1' })));
		await succeeded(run(send()));
		expect(posts().map(({ body }) => (body as IDataObject).reference)).toEqual([
			'INV-1',
			expect.stringMatching(/^n8n-[0-9a-f-]{36}$/),
		]);
	});

	test('whose reference is of an expression has the one that it returns, also an empty one', async () => {
		await succeeded(run(send({ reference: '={{ null }}' })));
		await succeeded(run(send({ reference: "={{ '' }}" })));
		const { error } = await run(send({ reference: '={{ $json.misspelt }}' }));
		expect(error!.message).toBe("'Reference' is empty");
		expect(posts()).toHaveLength(2);
	});

	test('with the reference of an earlier one is stopped, unless that is allowed, or sent nothing', async () => {
		const node = { onError: 'continueRegularOutput' } as const;
		const once = await run(send({ reference: 'INV-2' }), { items: [{}, {}], node });
		expect(once.items.map(({ json }) => json.error ?? json.status)).toEqual([
			'scheduled',
			'A transfer with this reference was sent before (2nd item)',
		]);
		await succeeded(run(send({ reference: ' inv-2', allowRepeatedReference: true })));
		const both = [...sentFor('INV-2'), ...sentFor('inv-2')];
		expect(both).toHaveLength(2);
		for (const { id } of both) simulator.changeTransfer(id, 'failed');
		await succeeded(run(send({ reference: 'INV-2' })));
	});

	test('of a preview counts the items before it, and its summary has the same sums as that of the run', async () => {
		const items = ['INV-20', 'INV-21', 'inv-20'].map((reference) => ({ reference }));
		const node = { onError: 'continueRegularOutput' } as const;
		const of = async (previewOnly: boolean) => {
			const more = { reference: '={{ $json.reference }}', previewOnly };
			const result = await run(send(more), { items, node });
			return { hints: hintsOf(result), errors: result.items.map(({ json }) => json.error) };
		};
		expect(await of(true)).toEqual({
			hints: ['Of 3 items, 2 would succeed (200.00 SGD) and 1 would fail. Nothing was sent.'],
			errors: [
				undefined,
				undefined,
				'An earlier item of this preview has this reference (3rd item)',
			],
		});
		expect(await of(false)).toEqual({
			hints: ['Of 3 items, 2 succeeded (200.00 SGD) and 1 was not sent.'],
			errors: [undefined, undefined, 'A transfer with this reference was sent before (3rd item)'],
		});
	});

	test.each<[string, string, (earlier: Transfer) => void]>([
		[
			'as a number',
			'204',
			() => {
				const body = (text: string) => text.replace('"204"', '204');
				simulator.fault({ method: 'GET', path: /transfers/, body });
			},
		],
		['without its invisible characters', 'INV\u200b-30', (one) => void (one.reference = 'INV-30')],
		['among more than a hundred later ones', 'INV-31', addLater],
	])(
		'with a reference that HitPay shows %s is stopped after a restart',
		async (_, reference, change) => {
			await succeeded(run(send({ reference })));
			change(sentFor(reference)[0]!);
			memory.restart();
			const { error } = await run(send({ reference }));
			expect(error!.message).toBe('A transfer with this reference was sent before');
			expect(posts()).toHaveLength(1);
		},
	);

	test('where HitPay shows no references, is stopped after a restart by one of the same amount, unless the user allows it', async () => {
		const later = { ...send({ reference: 'INV-32' }), paymentAmount: 32 };
		await succeeded(run(later));
		const body = (text: string) => text.replace(/"reference":"[^"]*"/g, '"reference":null');
		simulator.fault({ method: 'GET', path: /transfers/, body, times: 2 });
		memory.restart();
		const { error } = await run(later);
		expect(error!.message).toBe(
			'It is not known whether a transfer with this reference was sent before',
		);
		expect(error!.description).toContain(sentFor('INV-32')[0]!.id);
		expect(posts()).toHaveLength(1);
		await succeeded(run({ ...later, allowRepeatedReference: true }));
	});

	test('is not sent if the beneficiary that is read is another one', async () => {
		simulator.fault({ method: 'GET', path: /beneficiaries/, body: supplierOf('myr') });
		const { error } = await run(send({ reference: 'INV-9' }));
		expect(error!.message).toBe('The Payments API returned another record than the requested one');
		expect(posts()).toEqual([]);
	});

	test('whose reference has another amount afterwards is not certain', async () => {
		const body = (text: string) => {
			Object.assign(sentFor('INV-10')[0]!, { payment_amount: 99.5 });
			return text.replace('"payment_amount":100', '"payment_amount":99.5');
		};
		simulator.fault({ method: 'POST', body });
		const { error } = await run(send({ reference: 'INV-10' }));
		expect(error!.description).toContain(
			`could be this one, or another one: ${sentFor('INV-10')[0]!.id}`,
		);
	});

	test('whose response is lost is found by its reference, not by its amount', async () => {
		simulator.fault({ method: 'POST', cut: 'after' });
		const { items } = await succeeded(run(send({ reference: 'INV-3' })));
		expect(items.map(({ json }) => json.id)).toEqual([sentFor('INV-3')[0]!.id]);

		const meanwhile = () =>
			void simulator.addTransfer({
				...sentFor('INV-3')[0]!,
				id: crypto.randomUUID(),
				reference: 'INV-5',
				created_at: undefined,
			});
		simulator.fault({ method: 'POST', cut: 'before', meanwhile });
		const { error } = await run(send({ reference: 'INV-4' }));
		expect(error!.message).toBe('Could not confirm whether 100.00 SGD was transferred');
		expect(error!.description).toContain('the reference INV-4');
		expect(posts()).toHaveLength(2);
	});

	test('is found among more than a hundred, although they cannot be searched', async () => {
		simulator.fault({ method: 'POST', cut: 'after' });
		const denied = { status: 422, body: { message: 'No.' } };
		simulator.fault({ method: 'GET', path: '/v1/transfers', ...denied, skip: 2, times: Infinity });
		const { items } = await succeeded(run(send()));
		expect(items[0]!.json.recovered).toBe(true);
		expect(simulator.requests.at(-1)!.query.keywords).toMatch(/^n8n-/);
	});

	test('is no older one with its reference', async () => {
		await succeeded(run(send({ reference: 'INV-40' })));
		addLater(sentFor('INV-40')[0]!);
		memory.restart();
		// Without an offset, times are not certain.
		const body = (text: string) => text.replaceAll('+08:00', '');
		simulator.fault({ method: 'GET', path: '/v1/transfers', body, times: Infinity });
		simulator.fault({ method: 'POST', cut: 'before' });
		const more = { reference: 'INV-40', allowRepeatedReference: true };
		const { error } = await run(send(more));
		expect(error!.message).toBe('Could not confirm whether 100.00 SGD was transferred');
	});

	test('is not sent if the earlier ones cannot be read', async () => {
		const denied = { status: 403, times: Infinity, body: { message: 'No.' } };
		simulator.fault({ method: 'GET', path: /transfers/, ...denied });
		const { error } = await run(send({ reference: 'INV-6' }));
		expect(error!.message).toBe('No.');
		expect(posts()).toEqual([]);
	});

	test('that is failed in the response sent no money', async () => {
		const body = (text: string) => {
			const { id } = JSON.parse(text) as { id: string };
			return JSON.stringify(simulator.changeTransfer(id, 'failed'));
		};
		simulator.fault({ method: 'POST', body });
		const { error } = await run(send({ reference: 'INV-7' }));
		expect(error!.message).toBe('HitPay did not send the transfer');
	});

	test('has the decimals of the currency of the beneficiary', async () => {
		const { error } = await run(send({ paymentAmount: 10.125 }));
		expect(error!.message).toBe('The amount has more decimals than its currency: 10.125');
		expect(posts()).toEqual([]);
	});

	test('in a preview shows the amount and the account', async () => {
		const { items } = await succeeded(run(send({ previewOnly: true, reference: 'INV-8' })));
		const { id, holder_name, nickname, account_number } = supplierOf('sgd');
		expect(items[0]!.json).toEqual({
			...{ would_transfer: 100, currency: 'sgd', reference: 'INV-8', holder_name, nickname },
			account_last4: account_number.slice(-4),
			beneficiary_id: id,
		});
	});

	test('with the key as its reference shows it in no message', async () => {
		const { error } = await run(send({ reference: simulator.apiKey }));
		expect(error!.description).toContain('the reference [hidden] among');
	});
});
