import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { operation, runPayments, type RunOptions } from './run';
import { deliver, serviceEvent, startTrigger } from './trigger/trigger';

/* A response whose body never ends: n8n's timeout counts only the time without data. */

const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

let server: Server;
let url = '';
beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume();
		response.writeHead(200, { 'content-type': 'application/json' });
		const writing = setInterval(() => response.write(' '), 100);
		response.on('close', () => clearInterval(writing));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	// A minute is over sooner.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
		const over = new AbortController();
		setTimeout(() => over.abort(), 300);
		return over.signal;
	});
});
afterAll(() => {
	jest.restoreAllMocks();
	server.closeAllConnections();
	server.close();
});

const credentials = () => ({
	paymentsApi: { environment: 'custom', apiUrl: url, apiKey: 'key-of-the-test' },
});
const errorOf = async (parameters: RunOptions['parameters']) => {
	const options = { options: { maxTries: 1 } };
	const run = await runPayments({
		parameters: { ...parameters, ...options },
		credentials: credentials(),
	});
	return run.error?.message;
};

test('a read fails as if there was no response', async () => {
	expect(await errorOf(operation('charge', 'get', { chargeId: ID }))).toBe(
		'The connection to the Payments API was lost',
	);
});

test('a write is unconfirmed, and keeps no other one from its record', async () => {
	const cancel = operation('reader', 'cancelPayment', { readerId: 'r-1' });
	const unconfirmed = 'Could not confirm whether the reader received the command';
	expect([await errorOf(cancel), await errorOf(cancel)]).toEqual([unconfirmed, unconfirmed]);
});

test('a notification is answered: HitPay delivers it again', async () => {
	const parameters = { mode: 'account', events: ['charge.created'] };
	const trigger = await startTrigger({ credentials: credentials(), parameters });
	const charge = { id: ID, amount: 10, currency: 'sgd', status: 'succeeded', fixed_fee: 0.5 };
	const { status } = await deliver(trigger, serviceEvent('charge.created', charge));
	expect(status).toBe(503);
	await trigger.close();
});
