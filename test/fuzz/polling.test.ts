import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { lists, type Event } from '../../nodes/Payments/polling/lists';
import { memory } from '../../nodes/Payments/polling/memory';
import { poll } from '../../nodes/Payments/polling/poll';
import { asyncProperty, invariant } from './property';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const statuses = ['pending', 'succeeded', 'failed', 'refunded'];

/** The names of those in other records. */
const otherStatuses: Partial<Record<Event, string[]>> = {
	invoiceStatusChanged: ['pending', 'sent', 'overdue', 'paid'],
	subscriptionStatusChanged: ['scheduled', 'active', 'retrying', 'canceled'],
	transferStatusChanged: ['scheduled', 'processing', 'failed', 'paid'],
};

/** The events whose lists have page numbers. */
const numbered: Event[] = ['invoiceStatusChanged', 'newOrder', 'subscriptionStatusChanged'];

/** A record of the service: when it was made, and since when lists show it. */
interface One {
	id: string;
	madeAt: number;
	/** The same, written in the business's time zone. */
	createdAt: string;
	status: string;
	/** How many polls had gone well when it showed up, that at publishing included. */
	polls: number;
	/** Its statuses at polls that went well. */
	seen: string[];
}

/** The configuration of the service and n8n. */
interface Setting {
	event: Event;
	zone: string;
	/** Whether the first day of a filter belongs to it, and the last one. */
	isInclusive: boolean;
	isToInclusive: boolean;
	pageSize: number;
	lookBack: number;
	start: number;
}

/** Records that show up together: how long ago the first one was made, and how far apart they were. */
interface Arrival {
	late: number;
	status: string;
	count: number;
	apart: number;
}

type Step =
	| { does: 'pass'; time: number }
	| ({ does: 'arrive' } & Arrival)
	| { does: 'change'; which: number; status: string }
	| { does: 'poll' | 'overlap' | 'restart' }
	| { does: 'fail'; page: number; isOnce: boolean; isRestart: boolean }
	| { does: 'look'; back: number }
	| { does: 'turn'; ahead: number };

/** Answers say when they were sent in whole seconds. */
const seconds = (time: number) => Math.floor(time / 1000) * 1000;

/** The history of the records: the service, n8n, and the output. */
class World {
	readonly records: One[] = [];
	/** The polls that went well: when, and how far back they had to look. */
	readonly polls: Array<{ at: number; lookBack: number }> = [];
	readonly started: Array<{
		id: string;
		status: string;
		previous?: string | null;
		/** Which of the polls that went well it was. */
		poll: number;
	}> = [];
	/** By the service's clock. */
	now: number;
	/** How far n8n's clock is ahead of it. */
	ahead = 0;
	/** The state of n8n in memory and in its database. */
	private data: IDataObject = {};
	private saved = '{}';
	private isPublished = false;
	private lookBack: number;
	/** The requests until one fails, or it and all later ones; negative if none fails. */
	private failsAt = -1;
	private failsOnce = false;
	private hasFailed = false;

	constructor(private readonly setting: Setting) {
		this.now = seconds(setting.start);
		this.lookBack = setting.lookBack;
	}

	async take(step: Step) {
		if (step.does === 'pass') this.now += seconds(step.time);
		else if (step.does === 'turn') this.ahead = step.ahead;
		else if (step.does === 'arrive') this.arrive(step);
		else if (step.does === 'change') {
			const one = this.records[step.which % Math.max(1, this.records.length)];
			if (one) one.status = this.statusOf(step.status);
		} else if (step.does === 'fail') {
			this.failsAt = step.page;
			this.failsOnce = step.isOnce;
			await (step.isRestart ? this.publish() : this.tick());
			this.failsAt = -1;
		} else if (step.does === 'restart') await this.publish();
		else if (step.does === 'look') {
			this.lookBack = step.back;
			await this.publish();
		} else await this.tick(step.does === 'overlap' ? 2 : 1);
	}

	private statusOf(status: string): string {
		return otherStatuses[this.setting.event]?.[statuses.indexOf(status)] ?? status;
	}

	private arrive({ late, status, count, apart }: Arrival) {
		for (let i = 0; i < count; i += 1) {
			const madeAt = this.now - late - i * apart;
			this.records.push({
				id: `id-${this.records.length}`,
				madeAt,
				createdAt: DateTime.fromMillis(madeAt, { zone: this.setting.zone }).toISO()!,
				status: this.statusOf(status),
				polls: this.polls.length,
				seen: [],
			});
		}
	}

	/** n8n loads what it has saved, polls, and saves; when that fails, the workflow is not published. */
	async publish() {
		memory.restart();
		this.data = JSON.parse(this.saved) as IDataObject;
		this.isPublished = await this.run();
		if (this.isPublished) this.saved = JSON.stringify(this.data);
	}

	async tick(times = 1) {
		// n8n tries to publish again by itself.
		if (!this.isPublished) return await this.publish();
		await Promise.all(Array.from({ length: times }, () => this.run()));
	}

	private async run(): Promise<boolean> {
		const { polls } = this;
		const before = polls.length;
		const at = this.now;
		this.hasFailed = false;
		const items = await poll.call(this.context()).catch((thrown: Error) => {
			invariant(this.hasFailed, thrown.message);
			return undefined;
		});
		if (items === undefined) return false;
		if (polls.length === before) {
			polls.push({ at, lookBack: this.lookBack });
			for (const one of this.records) one.seen.push(one.status);
		}
		const changes = (items?.[0] ?? []).map(({ json }) => json);
		invariant(items === null || changes.length > 0);
		const times = changes.map(({ created_at }) => Date.parse(created_at as string));
		invariant(
			times.every((time, index) => index === 0 || times[index - 1]! <= time),
			changes,
		);
		for (const { id, status, previous_status } of changes) {
			this.started.push({
				id: id as string,
				status: status as string,
				previous: previous_status as string | null,
				poll: polls.length - 1,
			});
		}
		if (items) this.saved = JSON.stringify(this.data);
		return true;
	}

	private context(): IPollFunctions {
		const { event } = this.setting;
		const parameters: Record<string, unknown> = {
			authentication: 'apiKey',
			event,
			output: 'raw',
			options: { lookBack: this.lookBack },
		};
		return {
			getMode: () => 'trigger',
			getWorkflow: () => ({ id: 'the workflow' }),
			getNode: () => ({ id: 'the node', name: 'Payments Poll Trigger' }),
			getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
			getTimezone: () => 'UTC',
			getCredentials: () => Promise.resolve({ environment: 'sandbox' }),
			getWorkflowStaticData: () => this.data,
			helpers: {
				httpRequestWithAuthentication: (_: string, { url, qs }: { url: string; qs: IDataObject }) =>
					Promise.resolve().then(() => ({
						body: url.endsWith('/v1/info') ? { id: 'the business' } : this.answer(qs),
						headers: { date: new Date(this.now).toUTCString() },
					})),
			},
		} as unknown as IPollFunctions;
	}

	/** A page of the list, newest first. */
	private answer({ cursor, page: number = 1, status, ...query }: IDataObject) {
		if (this.failsAt >= 0 && (this.failsAt -= 1) < 0) {
			this.failsAt = this.failsOnce ? Number.POSITIVE_INFINITY : 0;
			this.hasFailed = true;
			throw Object.assign(new Error('no'), { response: { status: 400 } });
		}
		const { event, isInclusive, isToInclusive, pageSize } = this.setting;
		const name = lists[event].from ?? '';
		const from = query[name] as string | undefined;
		const to = query[name.replace(/_from$/, '_to').replace(/From$/, 'To')] as string | undefined;
		count('ranges', to !== undefined);
		const list = this.records
			.filter((one) => {
				const day = one.createdAt.slice(0, 10);
				const isFrom = from === undefined || (isInclusive ? day >= from : day > from);
				const isTo = to === undefined || (isToInclusive ? day <= to : day < to);
				return isFrom && isTo && (status === undefined || one.status === status);
			})
			.sort((a, b) => b.madeAt - a.madeAt || (a.id > b.id ? -1 : 1));
		const isNumbered = numbered.includes(event);
		const start = isNumbered
			? (Number(number) - 1) * pageSize
			: list.findIndex(({ id }) => id === cursor) + 1;
		const page = list.slice(start, start + pageSize);
		const more = start + pageSize < list.length;
		return {
			data: page.map(({ id, createdAt, ...one }) => ({
				id,
				...(lists[event].hasStatus && { status: one.status }),
				created_at: createdAt,
			})),
			meta: isNumbered
				? { current_page: number, last_page: Math.max(1, Math.ceil(list.length / pageSize)) }
				: { next_cursor: more ? page.at(-1)!.id : null },
		};
	}

	/** Returns the poll that has to find a record at the latest, if it was young enough when it showed up. */
	latestPoll({ madeAt, polls }: One, age: number, after: number): number | undefined {
		if (polls === 0) return undefined;
		// The clock may have been set back: an earlier poll may have read more by it.
		const due = Math.max(...this.polls.slice(0, polls).map(({ at }) => at)) + after;
		const latest = this.polls.findIndex(({ at }, index) => index >= polls && at >= due);
		if (latest < 0) return undefined;
		const isYoung = this.polls
			.slice(polls - 1, latest + 1)
			.every(({ at, lookBack }) => madeAt >= at - lookBack * DAY);
		return isYoung && madeAt >= this.polls[polls - 1]!.at - age ? latest : undefined;
	}

	/** Whether it was young enough at each poll, from the one before it showed up on. */
	isWithin({ madeAt, polls }: One): boolean {
		return this.polls
			.slice(Math.max(0, polls - 1))
			.every(({ at, lookBack }) => madeAt >= at - lookBack * DAY);
	}
}

/** A record of at most this age is seen this long after the last poll before it appeared. */
const bands: Array<[age: number, after: number]> = [
	[2 * DAY, 0],
	[7 * DAY, HOUR],
	[Number.POSITIVE_INFINITY, DAY],
];

const days = (most: number) => fc.integer({ min: 0, max: most * DAY });

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({
			does: fc.constant('pass' as const),
			// The service's clock is set back at times.
			time: fc.oneof(fc.nat(2 * HOUR), days(3), fc.constantFrom(MINUTE, HOUR, DAY, -HOUR)),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			does: fc.constant('arrive' as const),
			late: fc.oneof(fc.constant(0), fc.constant(0), days(1), days(8), days(25)),
			status: fc.constantFrom(...statuses),
			count: fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 2, 7, 7, 120),
			apart: fc.constantFrom(0, MINUTE),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			does: fc.constant('change' as const),
			which: fc.nat(6),
			status: fc.constantFrom(...statuses),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({ does: fc.constantFrom('poll' as const, 'overlap', 'restart') }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			does: fc.constant('fail' as const),
			page: fc.nat(9),
			isOnce: fc.boolean(),
			isRestart: fc.boolean(),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			does: fc.constant('turn' as const),
			// Minutes, days and months, and back to the right time.
			ahead: fc.oneof(
				fc.constant(0),
				fc.integer({ min: -HOUR, max: HOUR }),
				fc.integer({ min: -15 * DAY, max: 15 * DAY }),
				fc.integer({ min: -20_000 * DAY, max: 400 * DAY }),
			),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			does: fc.constant('look' as const),
			back: fc.integer({ min: 1, max: 20 }),
		}),
	},
);

const setting = (...events: Array<Setting['event']>) =>
	fc.record({
		event: fc.constantFrom(...events),
		zone: fc.constantFrom('Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Singapore', 'Europe/London'),
		isInclusive: fc.boolean(),
		isToInclusive: fc.boolean(),
		pageSize: fc.constantFrom(1, 3, 100),
		lookBack: fc.integer({ min: 1, max: 20 }),
		// About the change to summer time, too, and at any time of the day.
		start: days(30).map((time) => Date.parse('2026-03-15T00:00:00Z') + time),
	});

const steps = fc.array(step, { maxLength: 40, size: 'max' });

/** Lives through it all: some records that were there before, then the steps, then a last poll. */
async function live(given: Setting, taken: Step[]): Promise<World> {
	const world = new World(given);
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => world.now + world.ahead);
	try {
		for (const late of [0, DAY, 3 * DAY, 12 * DAY]) {
			await world.take({ does: 'arrive', late, status: 'succeeded', count: 1, apart: 0 });
		}
		await world.publish();
		for (const one of taken) await world.take(one);
		// A day after any poll, everything is read.
		world.now = Math.max(world.now, ...world.polls.map(({ at }) => at)) + DAY;
		await world.tick();
	} finally {
		clock.mockRestore();
	}
	return world;
}

/** How many of each kind came about; without any, the test would say nothing. */
const counts: Record<string, number> = {};
const count = (what: string, is = true) => {
	if (is) counts[what] = (counts[what] ?? 0) + 1;
};

test('each record within Look Back starts the workflow once, and no other one does', async () => {
	await asyncProperty(
		fc.tuple(setting('newCharge', 'newCustomer', 'newOrder', 'newPayout'), steps),
		async ([given, taken]) => {
			const world = await live(given, taken);
			const { records, started, polls } = world;
			const times = (id: string) => started.filter((one) => one.id === id).length;
			for (const one of records) {
				const { id, madeAt } = one;
				invariant(times(id) <= 1, id, 'twice');
				if (one.polls === 0) invariant(times(id) === 0, id, 'was there before');
				else if (world.isWithin(one)) invariant(times(id) === 1, id, 'skipped');
				const start = started.find((record) => record.id === id);
				for (const [band, [age, after]] of bands.entries()) {
					const latest = world.latestPoll(one, age, after);
					if (latest === undefined) continue;
					invariant(start && start.poll <= latest, id, 'late', age, after, start, latest);
					count(`band ${band}`, start.poll > one.polls);
				}
				const isEverWithin = polls
					.slice(one.polls)
					.some(({ at, lookBack }) => madeAt >= at - lookBack * DAY);
				invariant(isEverWithin || times(id) === 0, id, 'too old');
				count('new', times(id) === 1);
				count('late', times(id) === 1 && polls[one.polls]!.at - madeAt > 3 * DAY);
				count('old', one.polls > 0 && !isEverWithin);
			}
		},
		0.2,
	);
	const kinds = ['new', 'late', 'old', 'ranges', 'band 1', 'band 2'];
	for (const what of kinds) expect(counts[what]).toBeGreaterThan(10);
	expect(counts['band 0']).toBeUndefined();
});

const changes = (Object.keys(lists) as Event[]).filter((event) => lists[event].changes);

test('each change of a status starts the workflow once, with the status of the last event', async () => {
	let runs = 0;
	await asyncProperty(
		fc.tuple(setting(...changes), steps),
		async ([given, taken]) => {
			runs += 1;
			const { later, final } = lists[given.event].changes!;
			const world = await live(given, taken);
			// A record that started nothing is not saved: a restart may hide one change.
			const isSaved = !taken.some(({ does }) => ['restart', 'look', 'fail'].includes(does));
			for (const one of world.records) {
				const told = world.started.filter(({ id }) => id === one.id);
				for (const [index, { status, previous }] of told.entries()) {
					invariant(status !== previous, one, told);
					invariant(one.seen.includes(status), one, told);
					const { status: before } = told[index - 1] ?? {};
					// An old record is forgotten when it has its final status, and may change again all the same. So is
					// any that is older than Look Back, which may be raised.
					const isFinal = before !== undefined && final.includes(before);
					const isForgotten = isFinal || !world.isWithin(one);
					if (before !== undefined) invariant(previous === before || isForgotten, one, told);
					else if (previous === null) invariant(later.includes(status), one, told);
					else invariant(one.seen.includes(previous!), one, told);
				}
				if (!world.isWithin(one) && one.polls > 0) continue;
				if (one.polls === 0 && !isRecent(world, one)) continue;
				const last = told.at(-1);
				// The final status was output, unless it never changed.
				if (last) invariant(last.status === one.status, one, told);
				else if (isSaved && isRecent(world, one))
					invariant(
						one.seen[0] === one.status && (one.polls === 0 || !later.includes(one.status)),
						one,
					);
				count('changed', told.length > 0);
				count('changed again', told.length > 1);
			}
		},
		0.1,
	);
	for (const what of ['changed', 'changed again']) expect(counts[what]).toBeGreaterThan(runs / 10);
});

/** Whether it was seen by the first poll after it showed up, and since. */
function isRecent({ polls, now }: World, { madeAt, polls: before }: One): boolean {
	return polls[before]!.at - madeAt < DAY / 2 && now - madeAt < 2 * DAY;
}
