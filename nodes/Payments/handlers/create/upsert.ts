import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../../output/outputMapper';
import { pageFetcher } from '../../pagination/page';
import { BoundedMap } from '../../shared/boundedMap';
import type { Context, RequestData, RequestHandler } from '../../shared/context';
import { credentialId } from '../../shared/credential';
import { asNotFound, statusOf } from '../../shared/errors/httpFailure';
import { operationError } from '../../shared/errors/nodeErrors';
import { creations, findings } from '../../shared/messages/refunds';
import { idTextOf } from '../../shared/record';
import type { Rules } from '../../shared/validation/rules';
import { apiOfRun } from '../../transport/baseUrl';
import { monotonic } from '../../transport/clock';
import { read } from '../../transport/send';
import { validateAndBuild } from '../buildRequest';
import { handleItem, type ItemTask } from '../handleItem';
import { newAttempt, type Attempt } from '../idempotency/attempts';
import { runExclusive } from '../idempotency/mutex';
import { sendAtMostOnce } from '../idempotency/sendAtMostOnce';
import { byFirstPage } from '../list';
import { sendUpdate } from '../single';
import { normalized, type Listed } from './newRecords';

interface UpsertOptions {
	/** The field by which a record is found, by its name in the API. */
	key: string;
	/** The fields that an update can change, as in `sendOne`. */
	writableFields: string[];
}

/** Attempts to create, by execution, node and record: all items about a record share one. */
const attempts = new BoundedMap<string, Attempt<undefined>>(20_000);

/** The latest attempt to create a record, by credential and record, and when it was last sent or found (`monotonic`). */
const latest = new BoundedMap<string, { attempt: Attempt<undefined>; at: number }>(20_000);

/** For how long the search may not find what was created, in milliseconds (choice). */
const SEARCH_LAG_MS = 60_000;

/**
 * Updates the record with the same key, or else creates it at most once: after a lost response, it looks for the record
 * before anything else is sent. Items with the same key are handled one after the other. The list of the records has
 * the path of the request, and is searched by `keywords`.
 *
 * @param rules, fields as in `validateAndBuild`
 * @param output makes the items of the record
 */
export function upsertOnce(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
	{ key, writableFields }: UpsertOptions,
): RequestHandler {
	const task: ItemTask<RequestData> = async (context, request) => {
		const { url, body } = request.options;
		const name = `${await apiOfRun(context)} ${url} ${normalized((body as Listed)[key])}`;
		const upsert = async (): Promise<INodeExecutionData[]> => {
			const attempt = attemptOf(context, name);
			const { record: created, open } = attempt;
			let record = created ?? (open ? undefined : await findOne(context, request, key));
			if (!record) {
				const made = await create(context, request, attempt, key).finally(() => {
					// After a lookup in vain, executions in a row would keep each other from ever creating the record.
					if (open && !attempt.record) return;
					latest.set(`${credentialId(context)} ${name}`, { attempt, at: monotonic() });
				});
				({ record } = made);
				// One that a lookup found may be somebody else's, with other values.
				if (made.isInResponse) return [{ json: { ...record } }];
			}
			const id = idTextOf(record)!;
			const options = {
				...request.options,
				method: 'PATCH' as const,
				url: `${url}/${encodeURIComponent(id)}`,
			};
			return await sendUpdate(context, { ...request, options }, id, writableFields).catch(
				async (thrown: unknown) => {
					const failure = asNotFound(thrown, 'PATCH');
					if (!created || statusOf(failure) !== 404) throw failure;
					// It was deleted since this execution created it.
					delete attempt.record;
					delete attempt.open;
					return await upsert();
				},
			);
		};
		return await runExclusive(name, upsert);
	};
	return handleItem({ fields }, validateAndBuild(rules, fields), task, output);
}

/** Returns the attempt of this execution to create a record, or a recent one: the search may not find it yet. */
function attemptOf(context: Context, name: string): Attempt<undefined> {
	const last = latest.get(`${credentialId(context)} ${name}`);
	const recent = last && monotonic() - last.at < SEARCH_LAG_MS ? last.attempt : undefined;
	const own = recent ?? newAttempt(context);
	const execution = context.getExecutionId();
	if (!execution) return own;
	const ofExecution = `${execution} ${context.getNode().id} ${name}`;
	const attempt = attempts.get(ofExecution) ?? own;
	attempts.set(ofExecution, attempt);
	return attempt;
}

/**
 * Creates the record.
 *
 * @returns the record, and whether it was in the response: it may have been found afterwards
 * @throws an error if the outcome is unknown, and the record cannot be found
 */
async function create(
	context: Context,
	request: RequestData,
	attempt: Attempt<undefined>,
	key: string,
): Promise<{ record: IDataObject; isInResponse: boolean }> {
	let isInResponse = true;
	const result = await sendAtMostOnce(context, request, attempt, undefined, {
		reconcile: async () => {
			const found = await findAll(context, request, key).catch(() => undefined);
			if (!found) return { reason: findings.listUnreadable, isUnreadable: true };
			const [record, ...others] = found;
			if (!record) return { reason: findings.recordNotVisible };
			if (others.length > 0)
				return { reason: findings.severalRecords(idsOf(found)), isPossible: true };
			isInResponse = false;
			return { record };
		},
		isExpected: (record) => hasKeyOf(request, record, key),
	});
	if ('record' in result) return { ...result, isInResponse };
	throw operationError(context, creations.unconfirmed(result.outcome, result.reason));
}

/** @throws an error if several records have the key */
async function findOne(
	context: Context,
	request: RequestData,
	key: string,
): Promise<IDataObject | undefined> {
	const found = await findAll(context, request, key);
	if (found.length < 2) return found[0];
	throw operationError(context, creations.several(idsOf(found)));
}

/** Returns the records with the key of a request. The Payments API searches other fields too, or only parts of words. */
async function findAll(
	context: Context,
	request: RequestData,
	key: string,
): Promise<IDataObject[]> {
	const { url = '', body } = request.options;
	const keywords = (body as IDataObject)[key];
	const isFound = (record: IDataObject) =>
		idTextOf(record) !== undefined && hasKeyOf(request, record, key);
	const queryPage = async (query: IDataObject) =>
		await read(context, request, url, { keywords, ...query });
	const limit = Number.POSITIVE_INFINITY;
	const records = await byFirstPage('page')(context, pageFetcher(context, url, queryPage), {
		limit,
		// The others need no memory.
		mapRecord: (record) => (isFound(record) ? record : {}),
		concurrency: 1,
		isByDateRange: false,
		filters: {},
	});
	return records.filter(isFound);
}

function hasKeyOf({ options }: RequestData, record: IDataObject, key: string): boolean {
	return normalized((options.body as Listed)[key]) === normalized((record as Listed)[key]);
}

function idsOf(records: IDataObject[]): string {
	return records.map(idTextOf).join(', ');
}
