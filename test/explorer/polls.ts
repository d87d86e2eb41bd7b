import type { INodeParameters } from 'n8n-workflow';

import type { Event } from '../../nodes/Payments/polling/lists';
import { memory } from '../../nodes/Payments/polling/memory';
import type { Simulator } from '../../simulator';
import { START } from '../clock';
import { startPoller, type Poller } from '../engine/polling/poller';
import { apiKeyOf } from '../engine/run';
import { findViolations, type Choose, type Path, type Reach } from './explore';
import { forbidden, json, page, unavailable, type Fault } from './faults';
import type { World } from './world';

/** The changes of the records of a list. */
export interface History {
	event: Event;
	filters?: INodeParameters;
	/** Adds a record. */
	add: (to: Simulator, created_at?: string) => { id: string };
	/** Changes its status to one that starts the workflow; of changes only. */
	change?: (at: Simulator, id: string) => unknown;
	/** Takes a record from the list, if that can happen. */
	remove?: (at: Simulator, id: string) => unknown;
}

const dated = (created_at?: string) => (created_at === undefined ? {} : { created_at });

const remove = (path: string) => async (at: Simulator, id: string) =>
	await at.inject({
		method: 'DELETE',
		url: `${path}/${id}`,
		headers: { 'x-business-api-key': at.apiKey },
	});

export const histories: History[] = [
	{
		event: 'newCharge',
		filters: { statuses: ['succeeded'] },
		add: (to, at) => to.addCharge(dated(at)),
		remove: (at, id) => at.changeCharge(id, 'refunded'),
	},
	{
		event: 'newCustomer',
		add: (to, at) => to.addCustomer(dated(at)),
		remove: remove('/v1/customers'),
	},
	{ event: 'newOrder', add: (to, at) => to.addOrder(dated(at)) },
	{ event: 'newPayout', add: (to, at) => to.addPayout(dated(at)) },
	{
		event: 'chargeStatusChanged',
		add: (to, at) => to.addCharge({ status: 'pending', ...dated(at) }),
		change: (at, id) => at.changeCharge(id, 'refunded'),
	},
	{
		event: 'invoiceStatusChanged',
		add: (to, at) => to.addInvoice(dated(at)),
		change: (at, id) => at.changeInvoice(id, 'paid'),
		remove: remove('/v1/invoices'),
	},
	{
		event: 'transferStatusChanged',
		add: (to, at) => to.addTransfer({ status: 'scheduled', ...dated(at) }),
		change: (at, id) => at.changeTransfer(id, 'paid'),
	},
	{
		event: 'subscriptionStatusChanged',
		add: (to, at) =>
			Object.assign(to.addSubscription(), {
				status: 'scheduled',
				...dated(at?.replace(/Z$/, '')),
			}),
		change: (at, id) => at.changeSubscription(id, 'canceled'),
	},
];

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How many records there are when it is published: two pages. */
const OLD_RECORDS = 12;

/** Polls are more frequent than reads are fresh. */
const INTERVAL_MS = 10_000;

/** The disturbances between two polls; none first. */
const BETWEEN = [
	'',
	'overlapping poll',
	'earlier copy',
	'restart',
	'late',
	'clock ahead',
	'clock behind',
	'clock a little ahead',
	'clock a little behind',
] as const;

/** Of the clock of n8n. Two clocks are not wrong by the same amount: that of the service is by 40 days. */
const CLOCK_ERRORS_MS: Record<string, number> = {
	'clock ahead': 30 * DAY_MS,
	'clock behind': -30 * DAY_MS,
	'clock a little ahead': HOUR_MS / 3,
	'clock a little behind': -HOUR_MS / 3,
};

/** A path on which a record did not start the workflow once, or an old one did. */
export interface Violation {
	event: Event;
	path: Path;
	found: string[];
	log: string[];
}

/** Walks paths of a history. @param maxViolations after so many, the others are left out */
export async function walkPolls(
	world: World,
	history: History,
	reach: Reach,
	maxViolations = Number.POSITIVE_INFINITY,
) {
	const walkOne = async (choose: Choose, path: Path): Promise<Violation | undefined> => {
		const { found, log } = await walkPoll(world, history, choose);
		return found.length > 0 ? { event: history.event, path, found, log } : undefined;
	};
	return await findViolations(walkOne, reach, maxViolations);
}

/** Walks one path of a history. @returns what was not as promised, and what happened */
export async function walkPoll(world: World, history: History, choose: Choose) {
	const { clock, front, service } = world;
	const { event, filters, add, change } = history;
	await world.begin();
	memory.restart();
	let clockError = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => START + clock.now + clockError);
	const at = (day: number) => new Date(START + clock.now - day * DAY_MS).toISOString();
	const created = at(1);
	const old = Array.from({ length: OLD_RECORDS }, () => world.onAll((one) => add(one, created)).id);
	await clock.pass(50_000);
	let isRemoved = false;
	const removeOne = () => {
		if (!isRemoved) world.onAll((one) => history.remove!(one, old.at(-1)!));
		isRemoved = true;
	};
	front.begin(choose);
	front.faultsOf = () => readFaults(world, history.remove && removeOne);

	const poller = startPoller(apiKeyOf({ url: front.url, apiKey: service.apiKey }), {
		event,
		...(filters && { filters }),
	});
	const log: string[] = [];
	const expected: string[] = [];
	await clock.run(publish(world, poller));
	// The first list is read twice: one wrong reading is noticed, and two may not be.
	const isFirstWrong = front.arrivals.filter(({ fault }) => fault !== '').length > 1;
	/** Polls once, in the way that is chosen. */
	const poll = async (isLast: boolean) => {
		const kind = isLast ? '' : BETWEEN[choose(BETWEEN.length)]!;
		if (kind !== '') log.push(kind);
		clockError = CLOCK_ERRORS_MS[kind] ?? 0;
		if (kind === 'restart') {
			memory.restart();
			await publish(world, poller);
		} else if (kind === 'overlapping poll') {
			await Promise.all([poller.poll(), poller.copy()(), poller.copy()()]);
		} else if (kind === 'earlier copy') {
			const earlier = poller.copy();
			await poller.poll();
			await earlier();
		} else await poller.poll();
		clockError = 0;
		return kind === 'late' ? 60_000 : INTERVAL_MS;
	};
	const ids: string[] = [];
	for (let step = 0; step < 4; step += 1) {
		// The last steps show what is late.
		if (step < 2) {
			const id = world.onAll((one) => add(one)).id;
			ids.push(id);
			if (!change) expected.push(id);
		}
		if (change && step > 0 && step < 3) {
			const id = ids[step - 1]!;
			world.onAll((one) => change(one, id));
			expected.push(id);
		}
		await clock.pass(await clock.run(poll(step > 2)));
	}
	for (const time of [HOUR_MS, DAY_MS]) {
		await clock.pass(time);
		front.choose = () => 0;
		await clock.run(poll(true));
	}
	const started = poller.runs.flat().map(({ id }) => id as string);
	const isBlocked = front.arrivals.some(({ fault }) => fault.endsWith('for ever'));
	const found = [
		...(isBlocked || isFirstWrong
			? []
			: expected.filter((id) => !started.includes(id)).map(() => 'missed')),
		...(isFirstWrong ? [] : started.filter((id) => old.includes(id)).map(() => 'old')),
		...started
			.filter((id, index) => started.indexOf(id) !== index && !old.includes(id))
			.map(() => 'twice'),
	];
	log.push(
		...front.arrivals.map(({ at: time, url, fault }) =>
			`${time / 1000} ${url.slice(0, 40)} ${fault}`.trim(),
		),
		...poller.failed.map(({ message }) => message),
		JSON.stringify(poller.runs.map((run) => run.map(({ id, status }) => [id, status]))),
	);
	return { found, log };
}

/** Publishes, as n8n tries it again. */
async function publish({ clock }: World, poller: Poller) {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await poller.publish();
		} catch (thrown) {
			if (attempt === 3) throw thrown;
			await new Promise<void>((resolve) => clock.add(resolve, 60_000));
		}
	}
}

const emptyList = json(200, { data: [], meta: {} });

/** Returns what can happen to a read. @param removeOne takes a record from the list */
function readFaults({ clock }: World, removeOne?: () => void): Fault[] {
	const dated =
		(days: number): Fault['edit'] =>
		(answer) => ({
			...answer,
			headers: {
				...answer.headers,
				date: new Date(START + clock.now + days * DAY_MS).toUTCString(),
			},
		});
	return [
		...[5_000, 20_000].map((lag) => ({ name: `${lag / 1000} s behind`, lag, edit: dated(0) })),
		{ name: '403', instead: forbidden },
		{ name: '503', instead: unavailable },
		{ name: 'page', instead: page },
		{ name: 'empty list', instead: emptyList, edit: dated(0) },
		{ name: 'time ahead', edit: dated(40) },
		{ name: 'time behind', edit: dated(-40) },
		...(removeOne ? [{ name: 'removed', meanwhile: removeOne }] : []),
	];
}
