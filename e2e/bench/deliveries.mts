import { randomUUID } from 'node:crypto';

import { burst, notifications } from '../burst.mjs';
import { webhook, node, trigger } from '../workflows.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { processed, publishAsIs, type BenchEnvironment } from './environment.mjs';

const WARM_UP_NOTIFICATIONS = 20;

/** The parameters of the case. */
export interface DeliveriesCase {
	deliveries: number;
	rounds: number;
}

/** Measures notifications per second of the Payments Trigger (which verifies signatures), an empty trigger and n8n's Webhook. */
export async function measureDeliveries(
	environment: BenchEnvironment,
	results: Results,
	{ deliveries, rounds }: DeliveriesCase,
): Promise<void> {
	const { editor, n8n, service, account } = environment;
	const empty = node(names.emptyTrigger, 'n8n-nodes-limit.limitTrigger', 1, { path: 'empty' });
	const plain = { httpMethod: 'POST', path: 'plain', responseMode: 'onReceived' };
	const entries = [
		{ name: names.trigger, path: 'signed', first: trigger(account, 'signed') },
		{ name: names.emptyTrigger, path: 'empty', first: { ...empty, webhookId: randomUUID() } },
		{ name: names.webhook, path: 'plain', first: { ...webhook('plain'), parameters: plain } },
	];
	const busy = {
		name: 'deliveriesCpu',
		title: "Notifications per second of n8n's processor time",
		unit: 'perSecond' as const,
	};
	const about = {
		name: 'deliveries',
		title: 'Notifications accepted in a second',
		unit: 'perSecond' as const,
	};
	const candidates = [];
	for (const { name, path, first } of entries) {
		const next = node('Next', 'n8n-nodes-base.noOp', 1, {});
		await publishAsIs(editor, name, first, next);
		const to = `${n8n.url}/webhook/${path}`;
		const deliver = async (number: number) => {
			const bodies = notifications(number, service.salt);
			const { times, byResponse } = await burst(bodies.map((body) => [{ to, body }]));
			return { perSecond: times.length / (times.at(-1)! / 1000), byResponse };
		};
		const run = async () => {
			const [{ perSecond, byResponse }, time] = await processed(environment, () =>
				deliver(deliveries),
			);
			const refused = [...byResponse.keys()].filter((response) => !response.startsWith('2'));
			if (refused.length > 0) throw new Error(`${name} responded ${refused.join(', ')}`);
			results.add(busy, name, deliveries / (time / 1000));
			return perSecond;
		};
		// Deliveries are retried until n8n has registered the webhook.
		await deliver(WARM_UP_NOTIFICATIONS);
		candidates.push({ name, rounds, run });
	}
	await results.inTurn(about, candidates);
}
