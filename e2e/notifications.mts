import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, IWorkflowBase } from 'n8n-workflow';

import type { Editor, Execution } from './editor.mjs';
import { signFields, type Simulator } from './simulator.mjs';

/** Knocks at a webhook of the published shop. @returns what its last node gave */
export async function knock(n8nUrl: string, door: string, body: object): Promise<IDataObject> {
	const deadline = Date.now() + 30_000;
	for (;;) {
		const answer = await fetch(`${n8nUrl}/webhook/${door}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (answer.ok) return (await answer.json()) as IDataObject;
		// n8n registers webhooks a moment after the workflow was published.
		if (answer.status !== 404 || Date.now() > deadline) {
			throw new Error(`The shop answered ${answer.status}: ${await answer.text()}`);
		}
		await sleep(200);
	}
}

/** Fills in a form of n8n, field by field. */
export async function fillIn(form: string, ...values: string[]): Promise<void> {
	const deadline = Date.now() + 30_000;
	for (;;) {
		const body = new FormData();
		values.forEach((value, index) => body.append(`field-${index}`, value));
		const answer = await fetch(form, { method: 'POST', body });
		if (answer.ok) return;
		if (answer.status !== 404 || Date.now() > deadline) {
			throw new Error(`The form answered ${answer.status}: ${await answer.text()}`);
		}
		await sleep(200);
	}
}

/** Presses Pay or Fail on a checkout page, as a customer's browser does. */
export async function payOnPage(checkout: string, outcome: 'pay' | 'fail' = 'pay'): Promise<void> {
	const html = await (await fetch(checkout)).text();
	const method = /name="method"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? 'card';
	const answer = await fetch(checkout, {
		method: 'POST',
		body: new URLSearchParams({ outcome, method }),
		redirect: 'manual',
	});
	if (answer.status !== 303) throw new Error(`The checkout page answered ${answer.status}`);
}

/** Waits until a workflow has run so many times. @throws Error when that takes over a minute */
export async function untilRuns(
	editor: Editor,
	workflow: IWorkflowBase,
	times: number,
): Promise<Execution[]> {
	const deadline = Date.now() + 60_000;
	for (;;) {
		const executions = await editor.executions(workflow);
		if (executions.length >= times) return executions;
		if (Date.now() > deadline) {
			throw new Error(`'${workflow.name}' ran ${executions.length} times instead of ${times}`);
		}
		await sleep(200);
	}
}

/** A notification of a payment that never happened, with a signature made up. @returns the status */
export async function forge(n8nUrl: string): Promise<number> {
	const answer = await fetch(`${n8nUrl}/webhook/payments`, {
		method: 'POST',
		body: new URLSearchParams({
			payment_id: '00000000-0000-4000-8000-000000000000',
			payment_request_id: '00000000-0000-4000-8000-000000000001',
			phone: '',
			amount: '9999.00',
			currency: 'SGD',
			status: 'completed',
			reference_number: 'ORD-1042',
			hmac: '0'.repeat(64),
		}),
	});
	return answer.status;
}

/** A signed notification of a kind that nobody knows yet. @returns the status */
export async function news(n8nUrl: string, salt: string): Promise<number> {
	const fields = { mandate_id: 'm-1', status: 'signed' };
	const answer = await fetch(`${n8nUrl}/webhook/payments`, {
		method: 'POST',
		body: new URLSearchParams({ ...fields, hmac: signFields(fields, salt) }),
	});
	return answer.status;
}

/** Delivers the last notification once more. @returns how it was answered */
export async function repeatLast(simulator: Simulator): Promise<number | undefined> {
	await simulator.idle();
	const last = simulator.deliveries.at(-1);
	simulator.redeliver(last?.id ?? '');
	await simulator.idle();
	return simulator.deliveries.at(-1)?.status;
}
