import { createHmac } from 'node:crypto';

import { startSimulator, type Simulator } from '../../simulator';
import { apiKeyOf } from './run';
import { startTrigger } from './trigger';

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator();
});
afterAll(() => simulator.close());

test('smoke', async () => {
	const trigger = await startTrigger({ credentials: apiKeyOf(simulator) });
	expect(trigger.url).toMatch(/\/webhook\/payments$/);
	const answer = await fetch(trigger.url, {
		method: 'POST',
		body: 'x=1',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});
	console.log(answer.status, await answer.text(), createHmac.name);
	await trigger.close();
});
