import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { operation, runnerOf } from './run';
import { shortenWaits } from './waits';

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
			{ source_amount: 100, payment_amount: 331, payment_currency: 'myr', exchange_rate: '3.3100' },
		]);
	});

	test('is read again as a list is, since it changes nothing', async () => {
		simulator.fault({ path: '/v1/transfers/estimate', status: 503 });
		simulator.fault({ path: '/v1/transfers/estimate', cut: 'after' });
		await succeeded(run(estimate({ paymentAmount: 331 })));
		expect(simulator.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
	});

	test('that fails for good does not speak of a change', async () => {
		simulator.fault({ path: '/v1/transfers/estimate', status: 503, times: Infinity });
		const parameters = estimate({ paymentAmount: 331, options: { maxTries: 1 } });
		const { error } = await run(parameters);
		expect(error!.message).toBe('A fault of the simulator');
		expect(error!.description).not.toMatch(/processed|confirm/);
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
