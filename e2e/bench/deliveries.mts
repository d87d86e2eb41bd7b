import { burst, notifications } from '../burst.mjs';
import { door, node, trigger } from '../workflows.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { publishAsIs, type Stage } from './stage.mjs';

/** Notifications of which the first deliveries consist, which are not counted. */
const FEW = 20;

/** How deliveries are measured. */
export interface DeliveriesCase {
	deliveries: number;
	rounds: number;
}

/** Notifications taken in a second: by the Payments Trigger, which checks signatures, and by n8n's Webhook. */
export async function measureDeliveries(
	{ editor, n8n, service, account }: Stage,
	results: Results,
	{ deliveries, rounds }: DeliveriesCase,
): Promise<void> {
	const plain = { httpMethod: 'POST', path: 'plain', responseMode: 'onReceived' };
	const doors = [
		{ name: names.trigger, path: 'signed', first: trigger(account, 'signed') },
		{ name: names.webhook, path: 'plain', first: { ...door('plain'), parameters: plain } },
	];
	const about = {
		name: 'deliveries',
		title: 'Notifications taken in a second',
		unit: 'perSecond' as const,
	};
	const contenders = [];
	for (const { name, path, first } of doors) {
		const next = node('Next', 'n8n-nodes-base.noOp', 1, {});
		await publishAsIs(editor, name, first, next);
		const to = `${n8n.url}/webhook/${path}`;
		const deliver = async (number: number) => {
			const bodies = notifications(number, service.salt);
			const { times, byAnswer } = await burst(bodies.map((body) => [{ to, body }]));
			return { perSecond: times.length / (times.at(-1)! / 1000), byAnswer };
		};
		const run = async () => {
			const { perSecond, byAnswer } = await deliver(deliveries);
			const refused = [...byAnswer.keys()].filter((answer) => !answer.startsWith('2'));
			if (refused.length > 0) throw new Error(`${name} answered ${refused.join(', ')}`);
			return perSecond;
		};
		// Those of before n8n has registered the webhook are delivered again.
		await deliver(FEW);
		contenders.push({ name, rounds, run });
	}
	await results.inTurn(about, contenders);
}
