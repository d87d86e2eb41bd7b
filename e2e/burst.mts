import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';

import type { AtTheEnd } from './fixtures.mjs';
import { signFields } from './simulator.mjs';

/** Deliveries under way at the same time. */
const AT_ONCE = 8;

/** As patient as the service (docs/interface.md, Deliveries), in milliseconds. */
const PATIENCE = 10_000;

/** Between two tries of a delivery, in milliseconds. */
const PAUSE = 500;

/** How long it is tried, in milliseconds. */
const LONGEST = 180_000;

/** How a burst was answered. */
export interface Answers {
	/** Deliveries, by how they were answered, tries that were repeated included. */
	byAnswer: Map<string, number>;
	/** When a delivery got its 2xx, in milliseconds from the start, in order. */
	times: number[];
}

/** Signed notifications of different payments, as the service makes them. */
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
 * Delivers notifications as fast as they are taken, and each again until a 2xx comes, as the service
 * does.
 *
 * @param deliveries what is delivered, in turn; those of one entry at the same moment
 * @throws Error when a 2xx does not come
 */
export async function burst(
	deliveries: Array<Array<{ to: string; body: string }>>,
): Promise<Answers> {
	const begin = Date.now();
	const answers: Answers = { byAnswer: new Map(), times: [] };
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
		tally(answers.byAnswer, answer);
		if (answer.startsWith('2')) break;
		if (Date.now() > deadline) throw new Error(`A notification is not taken: ${answer}`);
		await sleep(PAUSE);
	}
	answers.times.push(Date.now() - begin);
}

/** n8n registers webhooks a moment after the workflow was published. */
export async function untilListening(address: string): Promise<void> {
	const deadline = Date.now() + 30_000;
	while (!(await post(address, 'hmac=made+up')).startsWith('401')) {
		if (Date.now() > deadline) throw new Error(`Nobody listens at ${address}`);
		await sleep(100);
	}
}

/** @returns the status and its message, or why there was no answer */
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

/** Something outside n8n that workflows tell of events. */
export interface Counter {
	url: string;
	/** How often each event came. */
	events: Map<string, number>;
	/** When they came, as milliseconds since 1970, in order. */
	times: number[];
	/** How long it takes over its answer, in milliseconds. */
	delay: number;
	reset(): void;
}

/** Starts a counter. */
export async function startCounter(atTheEnd: AtTheEnd): Promise<Counter> {
	const events = new Map<string, number>();
	const times: number[] = [];
	const server = createServer((request, response) => {
		void text(request).then(async (body) => {
			tally(events, (JSON.parse(body) as { eventId: string }).eventId);
			times.push(Date.now());
			await sleep(counter.delay);
			response.setHeader('content-type', 'application/json').end('{}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	atTheEnd(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	const counter = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		...{ events, times, delay: 0 },
		reset: () => {
			events.clear();
			times.length = 0;
			counter.delay = 0;
		},
	};
	return counter;
}

/** Counts one more of a name. */
function tally(counts: Map<string, number>, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}
