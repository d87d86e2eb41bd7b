import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DateTime } from 'luxon';

import type { Rules } from '../shared/rules';
import { SERVICE_ZONE } from '../shared/time';
import { happened, lookAgain, makeOnce, type Question } from './atMostOnce';
import { prepare, type Derive } from './check';
import { credentialId } from './credential';
import { stop } from './errors';
import type { Failure } from './failure';
import { perItem, type Finish, type Work } from './item';
import { inTurn } from './line';
import { attemptAt } from './made';
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

/** Something as the service lists it. */
type Listed = Record<string, string | number | boolean | null | undefined>;

/** Those of them that name one thing among others of the same kind. */
const naming = ['email', 'name', 'purpose', 'reference', 'reference_number'];

/** How far the clock of the service may be off, in milliseconds (choice). */
const CLOCKS_APART = 2 * 60 * 1000;

/** A service that did not answer in time may well be at work for longer than anybody waits. */
const slow = ['ECONNABORTED', 'ETIMEDOUT'];

/** IDs of what this process created, so that a lost answer is not taken for another one's. */
const taken = new Set<string>();
const MOST_TAKEN = 10_000;

/**
 * Creates something at most once, by looking for it where the service lists such things, which is
 * under the same path (docs/reliability.md).
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
		const { url, body } = request.options;
		const what = `${url} ${JSON.stringify(body)}`;
		// Two that are the same could not be told apart afterwards.
		return await inTurn(`${credentialId(context)} ${what}`, async () => {
			const known = attemptAt<number>(context, what, true);
			if (known.record) return [{ json: { ...known.record } }];
			const items = await makeOnce(context, request, known, Date.now(), {
				settle: async (question) => await settle(context, request, question),
				notMade: (_, failure) =>
					stop(
						context,
						'It was not created',
						`${happened(failure)} It is not in the list of the service. Wait a moment and run this item again.`,
					),
			});
			remember(items[0]?.json.id);
			return items;
		});
	};
	return perItem(prepare(rules, fields, derive), work, finish);
}

/**
 * Looks for something whose creation was not answered.
 *
 * @param question `before` is when it was sent, in milliseconds since 1970
 * @returns it, or nothing if it is not there
 * @throws an error that says what is known, when that is not enough
 */
async function settle(
	context: Context,
	request: RequestData,
	question: Question<number>,
): Promise<IDataObject | undefined> {
	const { before, failure, isFinal, isLast } = question;
	const sent = request.options.body as Listed;
	const made = await lookAgain(context, isFinal, false, async () => {
		const list = await newest(context, request).catch(() => undefined);
		if (!list) throw notKnown(context, 'The list of the service could not be read.', failure);
		const found = list.filter((record) => isSame(sent, record) && isNew(record, before));
		const [first, ...others] = found;
		const isCertain = others.length === 0 && naming.some((name) => sent[name] !== undefined);
		if (!first || isCertain) return first;
		const ids = found.map(({ id }) => String(id)).join(', ');
		throw notKnown(context, `This could be it, or another one like it: ${ids}.`, failure);
	});
	const isSlow = slow.includes(failure?.code ?? '') || [408, 504].includes(failure?.status ?? 0);
	if (made || isFinal || !(isSlow || isLast)) return made;
	const finding = 'It is not in the list so far, but the service may still be at work on it.';
	throw notKnown(context, finding, failure);
}

/** The newest of a list; nothing if the service gives a part of it in another order. */
async function newest(context: Context, request: RequestData): Promise<Listed[] | undefined> {
	const answer = await read(context, request, request.options.url ?? '', { per_page: 100 });
	const { data, meta } = (answer ?? {}) as { data?: Listed[]; meta?: IDataObject };
	if (!Array.isArray(data)) return undefined;
	const times = data.map(({ created_at }) => String(created_at));
	const isNewestFirst = times.every((time, index) => index === 0 || time <= times[index - 1]!);
	return isNewestFirst || Number(meta?.last_page ?? 1) === 1 ? data : undefined;
}

/** Whether a record says the same as what was sent, wherever it says it: amounts may be text. */
function isSame(sent: Listed, record: Listed): boolean {
	return telling.every((name) => {
		const [one, other] = [sent[name], record[name]];
		// A name where none was given is somebody else's; a reference is made by the service then.
		if (one === undefined) return !naming.includes(name) || name === 'reference' || !other;
		if (other === undefined) return true;
		if (name === 'amount') return Number(one) === Number(other);
		return String(one).toLowerCase() === String(other).toLowerCase();
	});
}

/** Whether it was created since, as far as clocks tell, and not by another item. */
function isNew({ id, created_at }: Listed, since: number): boolean {
	if (taken.has(String(id))) return false;
	// Times without an offset may be in UTC or in Singapore time (docs/interface.md, Choices).
	return ['utc', SERVICE_ZONE].some((zone) => {
		const time = DateTime.fromISO(String(created_at).replace(' ', 'T'), { zone }).toMillis();
		return time > since - CLOCKS_APART && time < Date.now() + CLOCKS_APART;
	});
}

function remember(id: unknown) {
	taken.add(String(id));
	const [oldest] = taken;
	if (taken.size > MOST_TAKEN && oldest !== undefined) taken.delete(oldest);
}

function notKnown(context: Context, finding: string, failure?: Failure) {
	return stop(
		context,
		'It is not known whether it was created',
		`${happened(failure)} ${finding} Look it up at the service before you run this item again.`,
	);
}
