import { randomUUID } from 'node:crypto';

import { burst, notifications } from '../burst.mjs';
import { node, trigger } from '../workflows.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { publishAsIs, type BenchEnvironment } from './environment.mjs';

/** The number of forged notifications that are on their way at any time. */
const FORGED_AT_ONCE = 8;

/** The number of signed notifications of a round, one after another. */
const SIGNED = 40;

/** The number of notifications for the warm-up. */
const FEW = 20;

/** The salt of forged notifications: not the account's. */
const FOREIGN_SALT = 'guessed';

/**
 * Measures how long a signed notification takes while forged ones arrive as fast as they are answered: at the Payments
 * Trigger, which refuses them, and at an empty trigger, which is n8n's own price.
 *
 * @param rounds of each
 * @throws Error when the Payments Trigger accepts a forged notification
 */
export async function measureFlood(
	{ editor, n8n, service, account }: BenchEnvironment,
	results: Results,
	rounds: number,
): Promise<void> {
	const about = {
		name: 'flood',
		title: 'A signed notification under a flood of forged ones',
		unit: 'milliseconds' as const,
	};
	const empty = node(names.emptyTrigger, 'n8n-nodes-limit.limitTrigger', 1, { path: 'idle' });
	const addresses: Record<string, string> = {};
	for (const [name, path, first] of [
		[names.trigger, 'flooded', trigger(account, 'flooded')],
		[names.emptyTrigger, 'idle', { ...empty, webhookId: randomUUID() }],
	] as const) {
		const next = node('Next', 'n8n-nodes-base.noOp', 1, {});
		await publishAsIs(editor, `Flood: ${name}`, first, next);
		const to = `${n8n.url}/webhook/${path}`;
		addresses[name] = to;
		// Deliveries are retried until n8n has registered the webhook.
		await burst(notifications(FEW, service.salt).map((body) => [{ to, body }]));
	}
	const candidates = Object.entries(addresses).map(([name, to]) => ({
		name,
		rounds,
		run: async () => {
			const flood = startFlood(to);
			const times: number[] = [];
			for (const body of notifications(SIGNED, service.salt)) {
				const begin = performance.now();
				await burst([[{ to, body }]]);
				times.push(performance.now() - begin);
			}
			const accepted = await flood.stop();
			if (name === names.trigger && accepted > 0) {
				throw new Error(`${name} accepted ${accepted} forged notifications`);
			}
			return times.sort((one, other) => one - other)[SIGNED / 2]!;
		},
	}));
	await results.inTurn(about, candidates);
}

/** Sends forged notifications until it is stopped, which returns how many were accepted. */
function startFlood(to: string) {
	let accepted = 0;
	let isOver = false;
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const senders = Array.from({ length: FORGED_AT_ONCE }, async () => {
		while (!isOver) {
			const [body] = notifications(1, FOREIGN_SALT);
			// n8n closes connections that idle; a forged notification is not repeated.
			const answer = await fetch(to, { method: 'POST', headers, body }).catch(() => undefined);
			await answer?.text();
			if (answer?.ok) accepted += 1;
		}
	});
	const stop = async () => {
		isOver = true;
		await Promise.all(senders);
		return accepted;
	};
	return { stop };
}
