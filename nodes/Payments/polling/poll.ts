import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { elsewhere, stop, toNodeError } from '../transport/errors';
import { shapes, type Shape } from '../transport/output';
import type { Ask } from '../transport/page';
import { listByCursor } from '../transport/pages';
import { readPatiently } from '../transport/request';
import { isWholeDue, keepOf, learn, type Memory } from './memory';
import { plainStatus, readWanted, type Wanted } from './wanted';

/** How many records a manual run gives at most. */
const SAMPLES = 10;

/** How many days are read with every poll; late records are found when all days are. */
const RECENT = 2;

/**
 * The filter by day means days of the business, in whatever time zone, and does not say whether the
 * first one belongs to it (docs/interface.md, GET /v1/charges): so many days more make sure.
 */
const UNCERTAIN = 2;

/** Memories that a poll is at work on. */
const underway = new WeakSet<object>();

/**
 * One poll, in n8n's own time; or a manual run, which gives the newest records and remembers nothing.
 *
 * @returns what is new, the oldest first; null if nothing is
 * @throws an error in words: then nothing was remembered, and the next poll finds what this one did not
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await (this.getMode() === 'manual' ? samples(this) : whatIsNew(this));
	} catch (thrown) {
		throw toNodeError(this.getNode(), thrown);
	}
}

async function samples(context: IPollFunctions) {
	const wanted = await readWanted(context);
	const give = shaper(context, wanted);
	const { statuses, list, query } = wanted;
	// Of changes, the newest charges that have the status now.
	const sampled = statuses ? { ...query, statuses: [...statuses] } : query;
	const ask: Ask = async (page) =>
		(await readPatiently(context, list.path, { ...sampled, ...page })).body;
	const records = await read(context, ask, (record) => record, SAMPLES);
	if (records.length === 0) {
		throw stop(
			context,
			`There are no ${list.name} to give as samples`,
			`The trigger works all the same once the workflow is published. For samples, remove filters, or use an account that has ${list.name}.`,
		);
	}
	return [records.reverse().map((record) => give(record, null))];
}

async function whatIsNew(context: IPollFunctions) {
	const data = context.getWorkflowStaticData('node') as { memory?: Memory };
	// n8n begins a poll on time, also while the one before is at work.
	if (underway.has(data)) return null;
	underway.add(data);
	try {
		const wanted = await readWanted(context);
		const give = shaper(context, wanted);
		// What was remembered for other parameters says nothing of these.
		const known = data.memory?.key === wanted.key ? data.memory : undefined;
		let plan = planOf(known, wanted, Date.now());
		let isTimeKnown = false;
		const askFor = async (page: IDataObject) => {
			const query = { ...wanted.query, [wanted.list.from]: plan.from, ...page };
			return await readPatiently(context, wanted.list.path, query);
		};
		const ask: Ask = async (page) => {
			const { body, sentAt } = await askFor(page);
			if (isTimeKnown || sentAt === undefined) return body;
			isTimeKnown = true;
			const { from } = plan;
			plan = planOf(known, wanted, sentAt);
			return plan.from === from ? body : (await askFor(page)).body;
		};
		const records = await read(context, ask, keepOf(known));

		const { news, memory } = learn(known, { ...plan, records }, wanted, plan.now);
		const { statuses } = wanted;
		const items = news
			.filter(({ record }) => !statuses || statuses.has(plainStatus(record.status)))
			.map(({ record, previous }) => give(record, previous ?? null));
		// Nothing can fail any more.
		data.memory = memory;
		return items.length > 0 ? [items] : null;
	} finally {
		underway.delete(data);
	}
}

/** What a poll reads. */
interface Plan {
	/** By the service's clock, as soon as it is known: n8n's own may be wrong. Milliseconds since 1970. */
	now: number;
	/** Whether all of the time looked back. */
	isWhole: boolean;
	/** The first day asked for. */
	from: string | null;
}

function planOf(known: Memory | undefined, { lookBack }: Wanted, now: number): Plan {
	const isWhole = known === undefined || isWholeDue(known, lookBack, now);
	const days = isWhole ? lookBack + UNCERTAIN : RECENT;
	const from = DateTime.fromMillis(now, { zone: 'utc' }).minus({ days }).toISODate();
	return { now, isWhole, from };
}

async function read(
	context: IPollFunctions,
	ask: Ask,
	keep: Shape,
	limit = Number.POSITIVE_INFINITY,
) {
	const records = await listByCursor(context, ask, limit, keep);
	// Without both it could not be told from others, or from itself, and would come again and again.
	const isTold = ({ id, status }: IDataObject) =>
		typeof id === 'string' && id !== '' && typeof status === 'string';
	if (records.every(isTold)) return records;
	throw stop(context, 'The Payments API returned a record without an ID or a status', elsewhere);
}

/** What makes an item of a record, as the parameters say. */
function shaper(context: IPollFunctions, { event, list }: Wanted) {
	const shape = shapes(list.type)(context);
	return (record: IDataObject, previous: string | null): INodeExecutionData => ({
		json:
			event === 'chargeStatusChanged'
				? { ...shape(record), previous_status: previous }
				: shape(record),
	});
}
