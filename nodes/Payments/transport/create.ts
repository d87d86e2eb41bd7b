import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { BoundedMap } from '../shared/boundedMap';
import { exact, readAmount } from '../shared/money';
import type { Rules } from '../shared/rules';
import { apiOfRun } from './address';
import { idTextOf } from './answer';
import { sendAtMostOnce, type Finding } from './atMostOnce';
import { prepare, type Derive } from './check';
import { monotonic } from './clock';
import { stop } from './errors';
import { statusOf } from './failure';
import { perItem, type Finish, type Work } from './item';
import { inTurn } from './line';
import { attemptByName, attemptOfItem, type Attempt } from './made';
import { hasNext, lastOf, nextOf, pageFetcher, type Page } from './page';
import { runOf, type Run } from './run';
import { read } from './send';
import type { Context, RequestData, Send } from './types';

/** The fields by which something is known again, if they were sent. */
const telling = [
	'amount',
	'currency',
	'cycle',
	'email',
	'name',
	'payment_provider_method',
	'purpose',
	'reference',
	'reference_number',
];

/** Those of them that name one thing among others of the same kind. */
const naming = ['email', 'name', 'purpose', 'reference', 'reference_number'];

/** How many of the newest records are read before and after. */
const NEWEST = 100;

/** For how long what was read before counts as what is there now, in milliseconds (choice). */
const STILL_NEWEST = 5_000;

/** Something as the service lists it. */
type Listed = Record<string, string | number | boolean | null | undefined>;

/** The newest records of a list. */
interface Newest {
	ids: Set<string>;
	/** When the newest of them was made, in milliseconds since 1970 by the service's clock; NaN if it cannot be read. */
	madeAt: number;
	/** Whether these are all that there are. */
	isAll: boolean;
}

/** What was read for a run, and when (`monotonic`). */
interface Reading {
	at: number;
	newest: Promise<Newest | undefined>;
}

/** By run and path. */
const readings = new WeakMap<Run, Map<string, Reading>>();

/** What this process created, by its kind and ID, so that a lost answer is not taken for another one's. */
const created = new BoundedMap<string, true>(10_000);

/** Names of what was sent and whose outcome is unknown. */
const unknown = new BoundedMap<string, Attempt<unknown>>(10_000);

/**
 * Creates something at most once: after a lost answer it looks for what is new in the service's list, which is
 * under the same path (docs/reliability.md). What was there before is known by its ID, whatever clocks say.
 *
 * @param rules, fields, derive as in `prepare`
 * @param finish makes the items of what was created
 */
export function createOnce(
	rules: Rules,
	fields: INodeProperties[],
	finish: Finish,
	derive?: Derive,
): Send {
	const work: Work<RequestData> = async (context, request) => {
		const api = await apiOfRun(context);
		const own = attemptOfItem<Newest | undefined>(context);
		return await inTurn(own, async () => {
			if (own.record) return [{ json: { ...own.record } }];
			const { url, body } = own.open?.options ?? request.options;
			// Two that are alike could not be told apart afterwards.
			const kind = `${api} ${url}`;
			const name = `${kind} ${naming.map((one) => plain((body as Listed)[one] ?? '')).join('\n')}`;
			return await inTurn(name, async () => {
				const asked = `${url} ${JSON.stringify(body)}`;
				const known = attemptByName(context, own, asked, true);
				if (known.record) return [{ json: { ...known.record } }];
				return await create(context, request, known, kind, name);
			});
		});
	};
	return perItem(prepare(rules, fields, derive), work, finish);
}

/** Sends it. @param kind the API and the path. @param name what others that are alike have, too */
async function create(
	context: Context,
	request: RequestData,
	known: Attempt<Newest | undefined>,
	kind: string,
	name: string,
): Promise<INodeExecutionData[]> {
	const before = known.open ? known.open.before : await newestOfRun(context, request);
	const sent = request.options.body as Listed;
	const isEarlier = () => ![undefined, known].includes(unknown.get(name) as typeof known);
	try {
		const items = await sendAtMostOnce(context, request, known, before, {
			look: async (first, body) => {
				const page = first && (await firstPage(context, request).catch(() => null));
				const fresh = page && newOf(page, first, (id) => created.has(`${kind} ${id}`));
				return findAmong(fresh, body as Listed, isEarlier());
			},
			isAnswer: (record, first) =>
				!created.has(`${kind} ${idTextOf(record)}`) && isAnswer(sent, record as Listed, first),
			notConfirmed: (_, happened, reason) =>
				stop(
					context,
					'Could not confirm whether it was created',
					`${happened} ${reason} Look it up in the dashboard before you run this item again.`,
				),
		});
		created.set(`${kind} ${idTextOf(items[0]?.json)}`, true);
		return items;
	} finally {
		if (known.open && !known.record && !isEarlier()) unknown.set(name, known);
		if (known.record && !isEarlier()) unknown.delete(name);
	}
}

/** Whether a record that was returned is new, and of the money and the address that were sent. */
function isAnswer(sent: Listed, record: Listed, before: Newest | undefined): boolean {
	const isNew = !before?.ids.has(idTextOf(record)!);
	const isOther = ['amount', 'currency', 'email'].some(
		(name) =>
			isGiven(sent[name]) && isGiven(record[name]) && !isEqual(name, sent[name], record[name]),
	);
	return isNew && !isOther;
}

/** What was there before the item is created; what the run creates itself is known anyway. */
async function newestOfRun(context: Context, request: RequestData): Promise<Newest | undefined> {
	const { url = '' } = request.options;
	const run = runOf(context);
	const ofRun = readings.get(run) ?? new Map<string, Reading>();
	readings.set(run, ofRun);
	const last = ofRun.get(url);
	if (last && monotonic() - last.at < STILL_NEWEST) return await last.newest;
	const newest = readNewest(context, request);
	ofRun.set(url, { at: monotonic(), newest });
	// The next item tries for itself.
	newest.catch(() => ofRun.delete(url));
	return await newest;
}

/** @returns nothing when the credential may not read the list, or the API does not have it */
async function readNewest(context: Context, request: RequestData): Promise<Newest | undefined> {
	const page = await firstPage(context, request).catch((thrown: unknown) => {
		if (![403, 404, 405, 422].includes(statusOf(thrown) ?? 0)) throw thrown;
		return undefined;
	});
	if (!page) return undefined;
	const ids = page.records.map((record) => idTextOf(record) ?? '');
	const times = page.records.map(madeAt).filter((time) => !Number.isNaN(time));
	const newest = times.length > 0 ? Math.max(...times) : Number.NaN;
	return { ids: new Set(ids), madeAt: newest, isAll: isAll(page) };
}

/** When a record was made, by the service's clock and in whatever zone it writes; NaN if it cannot be read. */
function madeAt({ created_at }: IDataObject): number {
	return typeof created_at === 'string' ? Date.parse(created_at.replace(' ', 'T')) : Number.NaN;
}

async function firstPage(context: Context, request: RequestData): Promise<Page> {
	const ask = async (query: IDataObject) =>
		await read(context, request, request.options.url ?? '', query);
	return await pageFetcher(context, ask, NEWEST)({});
}

/** Whether a page is the only one, as far as it says so. */
function isAll(page: Page): boolean {
	const { meta } = page;
	const isSaid = meta.next_cursor === null || lastOf(page) !== undefined;
	return isSaid && !nextOf(page) && !hasNext(page, 1);
}

/**
 * Finds what was sent among the records that are new.
 *
 * @param fresh nothing when there is no list to compare with, null when it could not be read now
 * @param hasEarlier whether something like it was sent before, and its outcome is unknown
 */
function findAmong(fresh: Listed[] | null | undefined, sent: Listed, hasEarlier: boolean): Finding {
	if (fresh === undefined) {
		return { reason: 'The list of these records cannot be read.', isPointless: true };
	}
	if (fresh === null)
		return { reason: 'The list of these records could not be read.', isBlind: true };
	const same = fresh.filter((record) => isSame(sent, record));
	const [found, ...others] = same;
	const isNamed = naming.some((name) => isGiven(sent[name]) && isGiven(found?.[name]));
	if (found && others.length === 0 && isNamed && !hasEarlier) return { record: found };
	const similar = found ? same : fresh.filter((record) => agreesInPart(sent, record));
	if (similar.length === 0) {
		return { reason: 'It is not in the list so far, but the API may still be at work on it.' };
	}
	const ids = similar.map(idTextOf).join(', ');
	return { reason: `A new record could be this one, or another one like it: ${ids}.` };
}

/**
 * The records that were not there before, and that this process did not create for another item. In a list of
 * several pages they stand in front of the first one that was there: where something was deleted meanwhile, older ones
 * move up to the end of the page. A record that is older than those that were there is not new, wherever it stands.
 */
function newOf(page: Page, before: Newest, isCreated: (id: string) => boolean): Listed[] {
	const isWhole = before.isAll && isAll(page);
	const wasThere = (record: IDataObject) => before.ids.has(idTextOf(record) ?? '');
	const end = isWhole ? page.records.length : page.records.findIndex(wasThere);
	return page.records.slice(0, Math.max(0, end)).filter((record) => {
		const id = idTextOf(record);
		const isOlder = madeAt(record) < before.madeAt;
		return id !== undefined && !wasThere(record) && !isCreated(id) && !isOlder;
	}) as Listed[];
}

/** Whether a record holds what was sent, and nothing by which it would be another one. */
function isSame(sent: Listed, record: Listed): boolean {
	return telling.every((name) => {
		const [one, other] = [sent[name], record[name]];
		if (isGiven(one)) return !isGiven(other) || isEqual(name, one, other);
		// A name or an amount where none was sent is another one's; a reference is made by the service then.
		if (name === 'amount') return !isGiven(other) || readAmount(other) === 0;
		return !naming.includes(name) || name === 'reference' || !isGiven(other);
	});
}

function isGiven(value: Listed[string]): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** Whether a record has one of the names that were sent, though something else differs. */
function agreesInPart(sent: Listed, record: Listed): boolean {
	return naming.some((name) => isGiven(sent[name]) && isEqual(name, sent[name], record[name]));
}

/** Amounts may be text, names may be escaped for HTML. */
function isEqual(name: string, one: Listed[string], other: Listed[string]): boolean {
	if (name === 'amount') return exact(readAmount(one)) === exact(readAmount(other));
	return plain(one) === plain(other);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A text without what a service may change in it: escapes for HTML, blanks, capitals. */
function plain(text: Listed[string]): string {
	return String(text)
		.replace(/&(amp|lt|gt|quot|#0?39);/g, (_, name: string) => entities[name.replace('#0', '#')]!)
		.replace(/\s+/g, ' ')
		.trim()
		.toLowerCase();
}
