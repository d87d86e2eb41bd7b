import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { BoundedMap } from '../shared/boundedMap';
import { exact, readAmount } from '../shared/money';
import type { Rules } from '../shared/rules';
import { apiOfRun } from './address';
import { idTextOf } from './answer';
import { sendAtMostOnce, type Finding } from './atMostOnce';
import { prepare, type Derive } from './check';
import { stop } from './errors';
import { statusOf } from './failure';
import { perItem, type Finish, type Work } from './item';
import { inTurn } from './line';
import { attemptAt } from './made';
import { hasNext, nextOf, pageFetcher, type Page } from './page';
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

/** Something as the service lists it. */
type Listed = Record<string, string | number | boolean | null | undefined>;

/** The newest records of a list, in its order. */
interface Newest {
	ids: Array<string | undefined>;
	/** Whether these are all that there are. */
	isAll: boolean;
}

/** The newest records of lists before a run created any, by path. */
const newestOf = new WeakMap<Run, Map<string, Promise<Newest | undefined>>>();

/** IDs of what this process created, so that a lost answer is not taken for another one's. */
const created = new BoundedMap<string, true>(10_000);

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
		const { url } = request.options;
		const body = request.options.body as Listed;
		const api = await apiOfRun(context);
		const alike = telling.map((name) => body[name] ?? null);
		// Two that are alike could not be told apart afterwards.
		return await inTurn(`${api} ${url} ${JSON.stringify(alike)}`, async () => {
			const known = attemptAt<Newest | undefined>(context, `${url} ${JSON.stringify(body)}`, true);
			if (known.record) return [{ json: { ...known.record } }];
			const before = known.open?.before ?? (await newestOfRun(context, request));
			const items = await sendAtMostOnce(context, request, known, before, {
				look: async (first) => await look(context, request, first),
				isHarmlessToRepeat: () => false,
				isAnswer: () => true,
				notConfirmed: (_, happened, reason) =>
					stop(
						context,
						'Could not confirm whether it was created',
						`${happened} ${reason} Look it up in the dashboard before you run this item again.`,
					),
			});
			created.set(idTextOf(items[0]?.json)!, true);
			return items;
		});
	};
	return perItem(prepare(rules, fields, derive), work, finish);
}

/** What was there before the run created anything; what it creates itself is known anyway. */
async function newestOfRun(context: Context, request: RequestData): Promise<Newest | undefined> {
	const { url = '' } = request.options;
	const run = runOf(context);
	const newest = newestOf.get(run) ?? new Map<string, Promise<Newest | undefined>>();
	newestOf.set(run, newest);
	const known = newest.get(url) ?? readNewest(context, request);
	newest.set(url, known);
	return await known;
}

/** @returns nothing when the credential may not read the list, or the API does not have it */
async function readNewest(context: Context, request: RequestData): Promise<Newest | undefined> {
	const page = await firstPage(context, request).catch((thrown: unknown) => {
		if (![403, 404, 405, 422].includes(statusOf(thrown) ?? 0)) throw thrown;
		return undefined;
	});
	return page && { ids: page.records.map(idTextOf), isAll: isAll(page) };
}

async function firstPage(context: Context, request: RequestData): Promise<Page> {
	const ask = async (query: IDataObject) =>
		await read(context, request, request.options.url ?? '', query);
	return await pageFetcher(context, ask, NEWEST)({});
}

function isAll(page: Page): boolean {
	return !nextOf(page) && !hasNext(page, 1);
}

/** Looks once for something whose creation was not answered. @param before what was there before */
async function look(
	context: Context,
	request: RequestData,
	before: Newest | undefined,
): Promise<Finding> {
	if (!before) return { reason: 'The list of these records cannot be read.', isPointless: true };
	const page = await firstPage(context, request).catch(() => undefined);
	if (!page) return { reason: 'The list of these records could not be read.', isBlind: true };
	const sent = request.options.body as Listed;
	const fresh = newOf(page, before);
	const same = fresh.filter((record) => isSame(sent, record));
	const [found, ...others] = same;
	const isNamed = naming.some((name) => sent[name] !== undefined);
	if (found && others.length === 0 && isNamed) return { record: found };
	const similar = found ? same : fresh.filter((record) => agreesInPart(sent, record));
	if (similar.length === 0) {
		return { reason: 'It is not in the list so far, but the API may still be at work on it.' };
	}
	const ids = similar.map(idTextOf).join(', ');
	return { reason: `A new record could be this one, or another one like it: ${ids}.` };
}

/**
 * The records that were not there before, and that this process did not create for another item. In a list of
 * several pages only those in front of the last known one: where something was deleted meanwhile, older ones
 * move up to the end of the page.
 */
function newOf(page: Page, before: Newest): Listed[] {
	const ids = new Set(before.ids);
	const isKnown = (record: IDataObject) => {
		const id = idTextOf(record);
		return id === undefined || ids.has(id) || created.has(id);
	};
	const isWhole = before.isAll && isAll(page);
	const end = isWhole ? page.records.length : page.records.findLastIndex(isKnown);
	return page.records.slice(0, Math.max(0, end)).filter((one) => !isKnown(one)) as Listed[];
}

/** Whether a record holds what was sent, wherever it has such a field. */
function isSame(sent: Listed, record: Listed): boolean {
	return telling.every((name) => {
		const [one, other] = [sent[name], record[name]];
		// A name where none was given is somebody else's; a reference is made by the service then.
		if (one === undefined) return !naming.includes(name) || name === 'reference' || !other;
		return other === undefined || isEqual(name, one, other);
	});
}

/** Whether a record has one of the names that were sent, though something else differs. */
function agreesInPart(sent: Listed, record: Listed): boolean {
	return naming.some((name) => sent[name] !== undefined && isEqual(name, sent[name], record[name]));
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
