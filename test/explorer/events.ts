import type { IDataObject } from 'n8n-workflow';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { memory } from '../../nodes/Payments/webhook/memory';
import type { Notification } from '../../simulator/webhooks/deliveries';
import { START } from '../clock';
import { apiKeyOf } from '../engine/run';
import { startTrigger, type Trigger } from '../engine/trigger/trigger';
import { eventHistories, type History } from './cases/events';
import { findViolations, type Choose, type Path, type Reach } from './explore';
import { forbidden, json, page, unavailable, type Fault } from './faults';
import { forgeriesOf } from './forgeries';
import type { World } from './world';

/** The salt of a signature: the right one is entered, none, or that of another endpoint. */
export const salts = ['signed', 'unsigned', 'other salt'] as const;

export type Salt = (typeof salts)[number];

/** Histories, each with what a signature proves in it. */
export const eventCases = eventHistories
	.flatMap((history) => salts.map((salt) => ({ title: `${history.name}, ${salt}`, history, salt })))
	// Only endpoints have a salt that may be another's.
	.filter(({ history, salt }) => salt !== 'other salt' || history.mode === 'account')
	.filter(({ history, salt }) => salt === 'signed' || !history.isSignedOnly);

/** A path on which an event did not start the workflow once, or a false one did. */
export interface Violation {
	path: Path;
	found: string[];
	log: string[];
}

const HOUR_MS = 60 * 60_000;

/** The waits between the attempts of the service, in milliseconds. */
const RETRIES_MS = [1_000, 4_000, 16_000, 64_000, 256_000, HOUR_MS];

/** The faults of a delivery; none first. */
const DELIVERIES = [
	'',
	'again',
	'again at the end',
	'in parallel',
	'late',
	'after the next',
	'restarted before',
	'restarted, again',
	'clock ahead',
	'clock behind',
	'salt changed before',
	'again, salt changed',
	'not started',
	'to another workflow, too',
];

/** Of the clock of n8n, in milliseconds. */
const CLOCK_ERRORS_MS: Record<string, number> = {
	'clock ahead': 48 * HOUR_MS,
	'clock behind': -48 * HOUR_MS,
};

/** Walks paths of a history. @param maxViolations after so many, the others are left out */
export async function walkEvents(
	world: World,
	history: History,
	salt: Salt,
	reach: Reach,
	maxViolations = Number.POSITIVE_INFINITY,
) {
	const walkOne = async (choose: Choose, path: Path): Promise<Violation | undefined> => {
		const { found, log } = await walkEvent(world, history, salt, choose);
		return found.length > 0 ? { path, found, log } : undefined;
	};
	return await findViolations(walkOne, reach, maxViolations);
}

/** Walks one path of a history. @returns what was not as promised, and what happened */
export async function walkEvent(world: World, history: History, salt: Salt, choose: Choose) {
	const walk = new Walk(world, history, salt, choose);
	await walk.go();
	return { found: walk.violations(), log: walk.log };
}

class Walk {
	readonly log: string[] = [];
	private trigger!: Trigger;
	/** Where it is notified. */
	private url = '';
	/** Of another workflow with the same credential and the same parameters. */
	private other?: Trigger;
	private readonly expected: string[] = [];
	private readonly superseded = new Set<string>();
	private readonly unanswered = new Set<string>();
	private readonly postponed: Notification[] = [];
	private clockError = 0;
	private restarts = 0;
	private readonly attempts = new Map<Notification, number>();
	/** Whether a salt verifies the events, all the time. */
	private isSigned: boolean;
	private readonly events = new Map<Notification, string[]>();

	constructor(
		private readonly world: World,
		private readonly history: History,
		private readonly salt: Salt,
		private readonly choose: Choose,
	) {
		this.isSigned = salt === 'signed';
	}

	async go() {
		const { world, history } = this;
		const { clock, front } = world;
		await world.begin();
		memory.restart();
		jest.spyOn(Date, 'now').mockImplementation(() => START + clock.now + this.clockError);
		front.begin(() => 0);
		front.faultsOf = () => readFaults;
		try {
			const { trigger, state } = await this.publish();
			this.trigger = trigger;
			this.url = trigger.url;
			const target = { url: this.url, link: state.id as string };
			const steps = await history.begin(world, target);
			await clock.pass(60_000);
			world.notifications.length = 0;
			for (const step of steps) {
				const keys = await clock.run(Promise.resolve(step()));
				this.expected.push(...keys);
				const all = world.notifications.splice(0).map((one) => this.edited(one, 1));
				const sent = all.filter(({ url }) => this.isOwn(url));
				for (const one of sent) this.events.set(one, eventsIn(one, keys));
				await this.deliverAll(sent);
				for (const one of all) if (!this.isOwn(one.url)) await this.attempt(one);
				if (!history.isInOneSecond) await clock.pass(60_000);
			}
			await clock.pass(2 * HOUR_MS);
			for (const one of this.postponed.splice(0)) await this.deliver(one);
		} finally {
			jest.mocked(Date.now).mockRestore();
			await this.trigger.close();
			await this.other?.close();
		}
	}

	/** Publishes a workflow, and enters the salt. */
	private async publish() {
		const { world, history, salt } = this;
		const { mode, events } = history;
		const trigger = await world.clock.track(
			startTrigger({
				credentials: apiKeyOf({ url: world.front.url, apiKey: world.service.apiKey }),
				parameters: {
					mode,
					events,
					...(mode === 'link' && { amount: 25.5, currency: 'SGD', purpose: 'Orders' }),
					...(mode === 'requests' && { path: 'payments' }),
				},
			}),
		);
		if (salt === 'other salt') trigger.enter({ endpointSalt: 'another-salt' });
		const state = await world.clock.run(trigger.publish());
		if (salt === 'signed') this.enterSalt(trigger);
		return { trigger, state };
	}

	private enterSalt(trigger: Trigger) {
		const { service } = this.world;
		const endpoint = service.webhookEndpoints.find(({ url }) => url === trigger.url);
		trigger.enter({ webhookSalt: service.salt, endpointSalt: endpoint?.salt ?? '' });
	}

	/** Someone enters the salt, or removes it. */
	private changeSalt() {
		if (this.salt === 'signed') this.trigger.enter({ webhookSalt: '', endpointSalt: '' });
		else this.enterSalt(this.trigger);
		this.isSigned = false;
	}

	/** Delivers what the service sends after a step, in the order that is chosen. */
	private async deliverAll(notifications: Notification[]) {
		const { choose } = this;
		let postponed: Notification | undefined;
		for (const one of notifications) {
			const forgeries = forgeriesOf(one).flatMap(({ name, make, isSigned }) =>
				// Nobody else has the signature before it was sent.
				(isSigned ? ['after'] : ['before', 'after']).map((when) => ({
					name: `forged ${name}, ${when}`,
					when,
					make,
				})),
			);
			const names = [...DELIVERIES, ...forgeries.map(({ name }) => name)];
			const kind = names[choose(names.length)]!;
			if (kind !== '') this.log.push(`${one.event}: ${kind}`);
			const forgery = forgeries.find(({ name }) => name === kind);
			this.clockError = CLOCK_ERRORS_MS[kind] ?? this.clockError;
			if (kind.startsWith('restarted')) this.restarts += 1;
			if (kind === 'restarted before') memory.restart();
			if (kind === 'salt changed before') this.changeSalt();
			if (kind === 'not started') this.trigger.failStarts(1);
			if (forgery?.when === 'before') await this.attempt(forgery.make());
			if (kind === 'late') this.postponed.push(one);
			else if (kind === 'after the next') postponed = one;
			else if (kind === 'in parallel') await Promise.all([this.deliver(one), this.deliver(one)]);
			else await this.deliver(one);
			if (kind === 'to another workflow, too') {
				this.other = (await this.publish()).trigger;
				await this.attempt({ ...one, url: this.other.url });
			}
			if (kind === 'restarted, again') memory.restart();
			if (kind === 'again, salt changed') this.changeSalt();
			if (/\bagain(,|$)/.test(kind)) await this.deliver(one);
			if (kind === 'again at the end') this.postponed.push(one);
			if (forgery?.when === 'after') await this.attempt(forgery.make());
			if (postponed && kind !== 'after the next') {
				await this.deliver(postponed);
				postponed = undefined;
			}
		}
		if (postponed) this.postponed.push(postponed);
	}

	/** Returns whether a URL is that of the trigger, not of the other workflow. */
	private isOwn(url: string): boolean {
		return url.split('?')[0] === this.url.split('?')[0];
	}

	/** Returns whether an event is that of each workflow: of the account, or nothing proves for which one it is. */
	private isOfAll(key: string): boolean {
		const { mode } = this.history;
		// A signature covers no URL, and a refund names none.
		const isUnbound = this.salt === 'signed' || kindOf(key) === 'refund';
		return mode === 'account' || (mode === 'requests' && isUnbound);
	}

	private edited(one: Notification, attempt: number): Notification {
		return this.history.edit?.(one, attempt, this.world) ?? one;
	}

	/** Delivers a notification until it is accepted. */
	private async deliver(one: Notification) {
		const { front, clock } = this.world;
		front.choose = this.choose;
		const events = this.events.get(one)!;
		for (const name of events) this.unanswered.add(name);
		for (const wait of [...RETRIES_MS, 0]) {
			const attempt = (this.attempts.get(one) ?? 0) + 1;
			this.attempts.set(one, attempt);
			const { status, text } = await this.attempt(this.edited(one, attempt));
			if (text.includes('Superseded')) for (const name of events) this.superseded.add(name);
			if (status < 300) {
				for (const name of events) this.unanswered.delete(name);
				break;
			}
			await clock.pass(wait);
		}
		front.choose = () => 0;
	}

	/** Sends a notification once. */
	private async attempt({ event, url, headers, body }: Notification) {
		const { clock } = this.world;
		const { trigger } = this;
		const before = trigger.started.length;
		const answer = await clock.run(post(url, headers, body));
		const started = trigger.started.slice(before).map(keyOf);
		this.log.push(`${clock.now / 1000} ${event} ${answer.status} ${answer.text} ${started.join()}`);
		return answer;
	}

	/** Returns what was not as promised. */
	violations(): string[] {
		const { front } = this.world;
		const started = this.trigger.started.map(keyOf);
		const isBlocked = front.arrivals.some(({ fault }) => fault.endsWith('for ever'));
		const { isSigned } = this;
		const others = (key: string) => started.filter((one) => kindAndId(one) === kindAndId(key));
		const elsewhere = this.other?.started.map(keyOf) ?? [];
		const eventIds = this.trigger.started.map(({ event_id }) => event_id);
		const repeated = eventIds.filter((id, index) => eventIds.indexOf(id) !== index);
		const isExcused = (key: string) => {
			const name = kindAndId(key);
			// One start stands for two updates if the record shows the later one, which only has what was refunded.
			if (key !== name && others(key).some((one) => isLater(one, key)))
				return !isSigned || key.startsWith('refund');
			// The last of several updates is not superseded with one.
			const updates = this.expected.filter((one) => kindAndId(one) === name);
			const isLast = updates.length > 1 && !updates.some((one) => isLater(one, key));
			if (this.superseded.has(name) && !isLast) return !isSigned;
			// Without an ID and a record, nothing distinguishes a late event from a repeated one of the same request.
			const isOther = () => started.some((one) => kindOf(one) === kindOf(name));
			if (name.endsWith(' undefined') && (!isSigned || isOther())) return true;
			// Of two payments without an ID, the notification of one may start the workflow with the other.
			return isBlocked && [...this.unanswered].some((one) => kindOf(one) === kindOf(name));
		};
		this.log.push(
			...front.arrivals.map(({ at, url, fault, status }) =>
				`${at / 1000} ${url.slice(0, 60)} ${status} ${fault}`.trim(),
			),
			...this.trigger.thrown.map(String),
			`started ${started.join('; ')}; elsewhere ${elsewhere.join('; ')}`,
			`expected ${this.expected.join('; ')}`,
		);
		return [
			...this.expected
				.filter((key) => !started.includes(key) && !isExcused(key))
				.map((key) => `missed ${key}`),
			...[...started, ...elsewhere]
				.filter((key) => !this.expected.includes(key) && !this.history.alsoTrue?.test(key))
				.map((key) => `false ${key}`),
			...elsewhere.filter((key) => !this.isOfAll(key)).map((key) => `elsewhere ${key}`),
			...elsewhere
				.filter((key, index) => elsewhere.indexOf(key) !== index)
				.map((key) => `twice elsewhere ${key}`),
			...started
				.filter((key, index) => started.indexOf(key) !== index && this.restarts === 0)
				.map((key) => `twice ${key}`),
			...(this.restarts > 0 && repeated.length !== started.length - new Set(started).size
				? ['twice with another event_id']
				: []),
			...(repeated.length > this.restarts ? ['once more than n8n was restarted'] : []),
			...this.trigger.started.filter(hasOtherAmount).map((item) => `amount of ${keyOf(item)}`),
			...this.trigger.thrown.map((error) => `thrown ${String(error)}`),
		];
	}
}

/** Sends a request. Not with `fetch`, which keeps timers of its own. */
export async function post(url: string, headers: Record<string, string>, body: string) {
	const sent = request(url, { method: 'POST', headers, agent: false });
	sent.end(body);
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	return { status: answer.statusCode ?? 0, text: await text(answer) };
}

/** Returns whether a payment or a transfer was received with another amount than it has. */
function hasOtherAmount({ event, amount, payload }: IDataObject): boolean {
	const { amount: received, payment_amount = received } = payload as IDataObject;
	return /^(payment|transfer)\./.test(event as string) && Number(payment_amount) !== amount;
}

/** Returns a key without what tells two updates of a record apart. */
function kindAndId(key: string): string {
	return key.split(' ').slice(0, 2).join(' ');
}

/** Returns whether an update is later than another one of its record: its time is, or its refunded total is larger. */
function isLater(one: string, other: string): boolean {
	const [change, before] = [one, other].map((key) => key.split(' ')[2]!) as [string, string];
	return one.startsWith('refund') ? Number(change) > Number(before) : change > before;
}

function kindOf(key: string): string {
	return key.split(' ')[0]!;
}

/** Returns which events of a step a notification is about: those of its kind or, if there are none, all. */
function eventsIn({ event }: Notification, keys: string[]): string[] {
	const [object = '', type] = event.split('.');
	const kind = `${object === 'payment_request' ? 'payment' : object}.${type}`;
	const names = keys.map(kindAndId);
	const own = names.filter((name) => name.startsWith(`${kind} `));
	return own.length > 0 ? own : names;
}

/** Returns the kind of an event that started the workflow, its record and what tells it from others. */
function keyOf(item: IDataObject): string {
	const { event, payload, amount } = item as {
		event: string;
		payload: IDataObject;
		amount: number;
	};
	const names = ['refund_id', 'transfer_id', 'order_id', 'invoice_id', 'payout_id'];
	const name = [...names, 'recurring_billing_id', 'payment_id'].find((one) => item[one]);
	const { updated_at } = (item.record ?? payload) as IDataObject;
	const change = event === 'refund' && !item.refund_id ? amount : updated_at;
	const isUpdate = /updated|tached/.test(event) || (event === 'refund' && !item.refund_id);
	return [event, item[name ?? ''], ...(isUpdate ? [change] : [])].map(String).join(' ');
}

/** The faults of a read. */
const readFaults: Fault[] = [
	{ name: '5 s behind', lag: 5_000 },
	{ name: '20 s behind', lag: 20_000 },
	{ name: '403', instead: forbidden },
	{ name: '404', instead: json(404, { message: 'Not Found' }) },
	{ name: '503', instead: unavailable },
	{ name: 'page', instead: page },
	{ name: '403 for ever', instead: forbidden, isForEver: true },
	{ name: '503 for ever', instead: unavailable, isForEver: true },
];
