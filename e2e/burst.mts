import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';

import type { OnCleanup } from './fixtures.mjs';
import { startHttpServer } from './httpServer.mjs';
import { signFields } from './simulator.mjs';
import { waitFor } from './waitFor.mjs';

/** Concurrent deliveries. */
const AT_ONCE = 8;

/** The timeout of the Payments API (docs/interface.md, Deliveries), in milliseconds. */
const PATIENCE = 10_000;

/** The pause between two attempts of a delivery, in milliseconds. */
const PAUSE = 500;

/** The time after which a delivery is given up, in milliseconds. */
const LONGEST = 180_000;

/** The responses to a burst. */
export interface Answers {
	/** The number of attempts by response, retries included. */
	byResponse: Map<string, number>;
	/** The times of the 2xx responses in milliseconds from the start, in order. */
	times: number[];
}

/** Signed notifications of different payments, as the Payments API sends them. */
export function notifications(number: number, salt: string): string[] {
	return Array.from({ length: number }, (_, index) => {
		const fields = {
			payment_id: randomUUID(),
			payment_request_id: randomUUID(),
			phone: '',
			amount: '25.00',
			currency: 'SGD',
			status: 'completed',
			reference_number: `ORD-${index}`,
		};
		return new URLSearchParams({ ...fields, hmac: signFields(fields, salt) }).toString();
	});
}

/**
 * Delivers notifications as fast as they are accepted, and retries each until a 2xx, as the Payments API
 * does.
 *
 * @param deliveries in order; those of one entry are sent at the same time
 * @throws Error when a delivery is never accepted
 */
export async function burst(
	deliveries: Array<Array<{ to: string; body: string }>>,
): Promise<Answers> {
	const begin = Date.now();
	const answers: Answers = { byResponse: new Map(), times: [] };
	const limit = pLimit(AT_ONCE);
	await Promise.all(
		deliveries.map((together) =>
			limit(() => Promise.all(together.map(({ to, body }) => deliver(to, body, answers, begin)))),
		),
	);
	return answers;
}

async function deliver(to: string, body: string, answers: Answers, begin: number) {
	const deadline = Date.now() + LONGEST;
	for (;;) {
		const answer = await post(to, body);
		tally(answers.byResponse, answer);
		if (answer.startsWith('2')) break;
		if (Date.now() > deadline) throw new Error(`A notification is not accepted: ${answer}`);
		await sleep(PAUSE);
	}
	answers.times.push(Date.now() - begin);
}

/** Waits until the webhook is registered, which n8n does shortly after publishing. */
export async function untilListening(address: string): Promise<void> {
	const isRegistered = async () => (await post(address, 'hmac=made+up')).startsWith('401');
	await waitFor(`n8n to register ${address}`, isRegistered);
}

/** @returns the status with its message, or the reason why there was no response */
async function post(address: string, body: string): Promise<string> {
	try {
		const answer = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body,
			signal: AbortSignal.timeout(PATIENCE),
		});
		const said = await answer.text();
		const message = /"message":\s*"([^"]*)"/.exec(said)?.[1] ?? '';
		return `${answer.status} ${message.slice(0, 60)}`.trim();
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** A server outside n8n that counts the events that workflows report. */
export interface Counter {
	url: string;
	/** The count of each event. */
	events: Map<string, number>;
	/** The times of the events in milliseconds since 1970, in order. */
	times: number[];
	/** The delay of its responses, in milliseconds. */
	delay: number;
	reset(): void;
}

/** Starts a counter. */
export async function startCounter(onCleanup: OnCleanup): Promise<Counter> {
	const events = new Map<string, number>();
	const times: number[] = [];
	const { url, close } = await startHttpServer((request, response) => {
		void text(request).then(async (body) => {
			tally(events, (JSON.parse(body) as { event_id: string }).event_id);
			times.push(Date.now());
			await sleep(counter.delay);
			response.setHeader('content-type', 'application/json').end('{}');
		});
	});
	onCleanup(close);
	const counter = {
		...{ url, events, times, delay: 0 },
		reset: () => {
			events.clear();
			times.length = 0;
			counter.delay = 0;
		},
	};
	return counter;
}

/** Increments the count of a name. */
function tally(counts: Map<string, number>, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}
