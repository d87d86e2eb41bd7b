import { memory as polls } from '../../nodes/Payments/polling/memory';
import { memory as events } from '../../nodes/Payments/run/eachEventOnce';
import { memory as deliveries } from '../../nodes/Payments/webhook/memory';
import type { Notification } from '../../simulator/webhooks/deliveries';
import { START } from '../clock';
import { processedData } from '../engine/firstNode';
import { startPoller, type Poller } from '../engine/polling/poller';
import { apiKeyOf } from '../engine/run';
import { startTrigger, type Trigger } from '../engine/trigger/trigger';
import type { History } from './cases/notified';
import { post } from './events';
import { findViolations, type Choose, type Path, type Reach } from './explore';
import type { World } from './world';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The disturbances of a notification; none first. */
const DELIVERIES = [
	'',
	'never',
	'again',
	'again at the end',
	'at the end',
	'late',
	'during the poll',
	'twice at the same moment',
	'after a restart',
	'again after a restart',
	'outage of a day, never',
	'outage of a day, then',
] as const;

/** The disturbances of a poll; none first. */
const POLLS = ['', 'restart', 'overlapping poll', 'earlier copy', 'skipped'] as const;

/** A path on which a record did not start the workflow once. */
export interface Violation {
	path: Path;
	found: string[];
	log: string[];
}

/** Walks paths of a history. @param maxViolations after so many, the others are left out */
export async function walkNotified(
	world: World,
	history: History,
	reach: Reach,
	maxViolations = Number.POSITIVE_INFINITY,
) {
	const walkOne = async (choose: Choose, path: Path): Promise<Violation | undefined> => {
		const walk = new Walk(world, history, choose);
		const found = await walk.go();
		return found.length > 0 ? { path, found, log: walk.log } : undefined;
	};
	return await findViolations(walkOne, reach, maxViolations);
}

class Walk {
	readonly log: string[] = [];
	private poller!: Poller;
	private trigger!: Trigger;
	private readonly postponed: Notification[] = [];

	constructor(
		private readonly world: World,
		private readonly history: History,
		private readonly choose: Choose,
	) {}

	async go(): Promise<string[]> {
		const { world } = this;
		const { clock, front } = world;
		await world.begin();
		this.forget();
		processedData.clear();
		// In the other tests of the clock, nothing else takes turns of the event loop.
		processedData.turns = 1;
		jest.spyOn(Date, 'now').mockImplementation(() => START + clock.now);
		front.begin(() => 0);
		front.faultsOf = () => [];
		try {
			await this.publish();
			const ids: string[] = [];
			for (let record = 0; record < 3; record += 1) ids.push(await this.record());
			for (const wait of [60 * MINUTE_MS, DAY_MS]) {
				await clock.pass(wait);
				await clock.run(this.poller.poll());
			}
			await this.deliver(...this.postponed);
			return this.violations(ids);
		} finally {
			jest.mocked(Date.now).mockRestore();
			await this.trigger.close();
		}
	}

	private async publish() {
		const { world, history } = this;
		const { event, filters = {}, notified } = history;
		const credentials = apiKeyOf({ url: world.front.url, apiKey: world.service.apiKey });
		const options = { onlyNotNotified: true };
		this.poller = startPoller(credentials, { event, filters, options });
		await world.clock.run(this.poller.publish());
		const parameters = { mode: 'account', events: [notified], options: { eachEventOnce: true } };
		const { workflow: workflowId } = this.poller;
		this.trigger = await world.clock.track(startTrigger({ credentials, workflowId, parameters }));
		await world.clock.run(this.trigger.publish());
		const { url } = this.trigger;
		const { salt } = world.service.webhookEndpoints.find((one) => one.url === url)!;
		this.trigger.enter({ endpointSalt: salt });
	}

	/** Lets a record start the workflow, in the way that is chosen. @returns its ID */
	private async record(): Promise<string> {
		const { world, history, choose } = this;
		const { clock, notifications } = world;
		notifications.length = 0;
		const { id } = world.onAll((one) => history.happen(one));
		await clock.pass(1_000);
		const sent = notifications.splice(0);
		const kind = DELIVERIES[choose(DELIVERIES.length)]!;
		if (kind !== '') this.log.push(kind);
		if (kind === 'after a restart') this.forget();
		if (kind.startsWith('outage')) {
			await clock.pass(DAY_MS);
			this.forget();
			await clock.run(this.poller.publish());
		}
		if (!/never|^at the end|late|during|twice/.test(kind)) await this.deliver(...sent);
		if (kind === 'twice at the same moment') {
			await Promise.all([this.deliver(...sent), this.deliver(...sent)]);
		}
		if (kind === 'again after a restart') this.forget();
		if (kind.startsWith('again')) await this.deliver(...sent);
		if (kind.endsWith('at the end')) this.postponed.push(...sent);
		await clock.pass(2 * MINUTE_MS);
		await this.poll();
		await clock.pass(6 * MINUTE_MS);
		if (kind === 'during the poll') await Promise.all([this.poll(), this.deliver(...sent)]);
		else await this.poll();
		if (kind === 'late') await this.deliver(...sent);
		return id;
	}

	private async poll() {
		const { poller, world } = this;
		const kind = POLLS[this.choose(POLLS.length)]!;
		if (kind !== '') this.log.push(kind);
		if (kind === 'skipped') return;
		if (kind === 'restart') this.forget();
		const polled = async () => {
			if (kind === 'restart') return await poller.publish();
			if (kind === 'overlapping poll') await Promise.all([poller.poll(), poller.copy()()]);
			const earlier = kind === 'earlier copy' ? poller.copy() : undefined;
			await poller.poll();
			await earlier?.();
		};
		await world.clock.run(polled());
	}

	/** Delivers notifications, one after the other. */
	private async deliver(...notifications: Notification[]) {
		const { clock } = this.world;
		for (const { url, headers, body } of notifications) {
			const { status } = await clock.run(post(url, headers, body));
			this.log.push(`${clock.now / 1000} ${status}`);
		}
	}

	/** n8n is started again: its database stays. */
	private forget() {
		for (const one of [polls, events, deliveries]) one.restart();
	}

	private violations(ids: string[]): string[] {
		const started = [
			...this.poller.runs.flat().map(({ id }) => id as string),
			...this.trigger.started.map(({ payload }) => (payload as { id: string }).id),
		];
		const times = (id: string) => started.filter((one) => one === id).length;
		this.log.push(`started ${started.join()}`, `expected ${ids.join()}`);
		return [
			...ids.filter((id) => times(id) === 0).map(() => 'missed'),
			...ids.filter((id) => times(id) > 1).map(() => 'twice'),
			...started.filter((id) => !ids.includes(id)).map(() => 'old'),
		];
	}
}
