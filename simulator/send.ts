import { parseArgs } from 'node:util';

import { CONTROL_PREFIX } from './http/hooks';
import { testEvents } from './routes/testEvents';
import type { Delivery } from './webhooks/deliveries';

/** The text that `npm run simulator -- send --help` prints. */
const help = `Lets an event happen in a running simulator, and sends it once, signed.

npm run simulator -- send <event> [options]

  --port <n>                      port of the simulator's API URL (4010)
  --to <url>                      URL of a trigger (the webhook endpoints that are registered for the event)
  --format <format>               callback or event (callback if --to is set, and the event has one)
  --dialect <names>               send it as one of the sources has it: npm run simulator -- --help

Events:

${testEvents.map((name) => `  ${name}`).join('\n')}
`;

/** Lets a running simulator send an event. @throws Error if no trigger accepted it */
export async function send(args: string[]) {
	const text = { type: 'string' } as const;
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			port: { ...text, default: '4010' },
			to: text,
			format: text,
			dialect: text,
			help: { type: 'boolean' },
		},
	});
	const [event] = positionals;
	if (values.help || event === undefined) {
		console.log(help);
		return;
	}
	const { port, to: url, format } = values;
	const dialects = values.dialect?.split(',');
	const simulator = `http://127.0.0.1:${port}`;
	const deliveries = await post(simulator, { event, url, format, dialects });
	if (deliveries.length === 0) {
		throw new Error(
			`No webhook endpoint is registered for ${event}: ${await registeredAt(simulator)}publish the trigger or select 'Execute step' in it, or add --to with its URL`,
		);
	}
	for (const one of deliveries) console.log(summaryOf(one));
	const isAccepted = deliveries.every(({ status = 0 }) => status >= 200 && status < 300);
	if (!isAccepted) process.exitCode = 1;
}

/** Returns the events that endpoints are registered for, since a trigger may call them otherwise. */
async function registeredAt(simulator: string): Promise<string> {
	const response = await fetch(`${simulator}${CONTROL_PREFIX}/webhook-endpoints`);
	const endpoints = (await response.json()) as Array<{ event_types: string[] }>;
	const events = [...new Set(endpoints.flatMap(({ event_types }) => event_types))];
	return events.length === 0 ? '' : `those for others are ${events.sort().join(', ')}. To get it, `;
}

async function post(simulator: string, body: object): Promise<Delivery[]> {
	const response = await fetch(`${simulator}${CONTROL_PREFIX}/events`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	}).catch(() => {
		throw new Error(
			`No simulator runs at ${simulator}: start one with 'npm run simulator', or add --port`,
		);
	});
	const answer = await response.json();
	if (!response.ok) throw new Error((answer as { message: string }).message);
	return answer as Delivery[];
}

/** One line: the event, the receiver without the token in its URL, and the response. */
function summaryOf({ event, url, status, answer, error }: Delivery): string {
	const { origin, pathname } = new URL(url);
	return `${event} to ${origin}${pathname}: ${error ?? `${status} ${answer}`}`;
}
