import type { IDataObject, IWorkflowBase } from 'n8n-workflow';

import type { Editor, Execution } from './editor.mjs';
import { signFields, type Simulator } from './simulator.mjs';
import { waitFor } from './waitFor.mjs';

/** Calls a webhook of a published workflow. @returns the output of its last node */
export async function callWebhook(
	n8nUrl: string,
	path: string,
	body: object,
): Promise<IDataObject> {
	const answer = await untilRegistered(`${n8nUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return (await answer.json()) as IDataObject;
}

/** Submits a form of n8n with the values of its fields in order. */
export async function fillIn(form: string, ...values: Array<string | File>): Promise<void> {
	await untilRegistered(form, { method: 'POST', body: fieldsOf(values) });
}

/** The credential of the people who approve refunds. */
const approvers = { user: 'approver', password: 'Only-approvers-1' };

/** Saves the credential of the people who approve refunds. @returns its id */
export async function createApprovers(editor: Editor): Promise<string> {
	return await editor.createCredential('Approvers', 'httpBasicAuth', approvers);
}

/** Submits the form of an approval, which is refused without the password. @throws Error when it is not */
export async function approve(form: string, decision: string): Promise<void> {
	const method = 'POST';
	const refused = await fetch(form, { method, body: fieldsOf([decision]) });
	if (refused.status !== 401) throw new Error(`Without a password: ${refused.status}`);
	const { user, password } = approvers;
	const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
	const body = fieldsOf([decision]);
	await untilRegistered(form, { method, body, headers: { authorization } });
}

function fieldsOf(values: Array<string | File>): FormData {
	const body = new FormData();
	values.forEach((value, index) => body.append(`field-${index}`, value));
	return body;
}

/** Sends a request to a path that n8n registers shortly after publishing. @throws Error when it fails */
async function untilRegistered(url: string, request: RequestInit): Promise<Response> {
	const answer = await waitFor(`n8n to register ${url}`, async () => {
		const answer = await fetch(url, request);
		return answer.status !== 404 && answer;
	});
	if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${await answer.text()}`);
	return answer;
}

/** Clicks Pay or Fail on a checkout page, as a customer does. */
export async function payOnPage(checkout: string, outcome: 'pay' | 'fail' = 'pay'): Promise<void> {
	const html = await (await fetch(checkout)).text();
	const method = /name="method"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? 'card';
	const answer = await fetch(checkout, {
		method: 'POST',
		body: new URLSearchParams({ outcome, method }),
		redirect: 'manual',
	});
	if (answer.status !== 303) throw new Error(`The checkout page returned ${answer.status}`);
}

/** Waits for a number of executions. @throws Error after a minute */
export async function untilRuns(
	editor: Editor,
	workflow: IWorkflowBase,
	times: number,
): Promise<Execution[]> {
	return await waitFor(`'${workflow.name}' to run ${times} times`, async () => {
		const executions = await editor.executions(workflow);
		return executions.length >= times && executions;
	});
}

/** Sends a notification with a forged signature. @returns the response status */
export async function sendForged(n8nUrl: string): Promise<number> {
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

/** Sends a signed notification of an unknown event. @returns the response status */
export async function sendUnknownEvent(n8nUrl: string, salt: string): Promise<number> {
	const fields = { mandate_id: 'm-1', status: 'signed' };
	const answer = await fetch(`${n8nUrl}/webhook/payments`, {
		method: 'POST',
		body: new URLSearchParams({ ...fields, hmac: signFields(fields, salt) }),
	});
	return answer.status;
}

/** Delivers the last notification again. @returns the response status */
export async function redeliverLast(simulator: Simulator): Promise<number | undefined> {
	await simulator.idle();
	const last = simulator.deliveries.at(-1);
	simulator.redeliver(last?.id ?? '');
	await simulator.idle();
	return simulator.deliveries.at(-1)?.status;
}
