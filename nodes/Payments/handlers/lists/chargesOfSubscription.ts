import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { operationError } from '../../errors/nodeErrors';
import type { RecordType } from '../../output/recordType';
import { byCursor } from '../../pagination/cursorPages';
import type { FetchPage } from '../../pagination/page';
import type { Context, RequestData, RequestHandler } from '../../run/context';
import { runOf } from '../../run/run';
import { statusFilter } from '../../shared/chargeStatus';
import { recordPath } from '../../shared/id';
import { lists } from '../../shared/messages/lists';
import { idTextOf, isRecordOf } from '../../shared/record';
import { parseTime, SERVICE_ZONE } from '../../shared/time';
import { monotonic } from '../../transport/clock';
import { read } from '../../transport/read';
import type { Rules } from '../../validation/rules';
import { readSubscription } from '../once/charge/subscription';
import { readExisting } from '../once/freshness';
import { READ_LAG_MS } from '../once/ledger/lifetimes';
import { asRecordOf, fetcherOfList } from '../readRecord';
import { handleList } from './handleList';

const CHARGES = '/v1/charges';

/** How long a charge is new (choice). */
const NEW_MS = 10 * 60_000;

/**
 * Lists the charges of a subscription. The API has no filter for them: a charge shows its subscription only if it is read
 * alone (docs/dialects.md, row 15). So each charge since the subscription was created is read.
 *
 * @param rules, fields, type as in `cursorPages`
 * @throws an error if the subscription was charged, and no charge shows it
 */
export function chargesOfSubscription(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
): RequestHandler {
	return handleList(rules, fields, type, async (context, request, listRequest) => {
		const { recurring_billing_id, ...filters } = listRequest.filters;
		const id = recurring_billing_id as string;
		const { record, counted } = await readSubscription(context, request, id);
		const since = { date_from: dayBefore(record.created_at), ...filters };
		const fetchListed = fetcherOfList(context, request, CHARGES, since);
		const fetchPage: FetchPage = async (position) => {
			const page = await fetchListed(position);
			const until = monotonic() + READ_LAG_MS;
			runOf(context).progress.addRecords(page.records.length);
			const alone = async (one: IDataObject) => await readAlone(context, request, one);
			const each = page.records.map(
				async (one) =>
					await readExisting(context, isNew(one) ? until : 0, async () => await alone(one)),
			);
			return { ...page, records: await Promise.all(each) };
		};
		const accepts = ({ target_id }: IDataObject) => isRecordOf(id, { id: target_id });
		const found = await byCursor(context, fetchPage, { ...listRequest, accepts });
		if (found.length === 0 && counted && counted.times > 0 && isWhole(filters))
			throw operationError(context, lists.chargesNotFound(counted.times));
		return found.slice(0, listRequest.limit);
	});
}

/** Returns whether reads may not show a listed charge yet. Clocks may differ. */
function isNew({ created_at }: IDataObject): boolean {
	if (typeof created_at !== 'string') return false;
	return Math.abs(parseTime(created_at, SERVICE_ZONE).diffNow().toMillis()) < NEW_MS;
}

async function readAlone(context: Context, request: RequestData, listed: IDataObject) {
	const id = idTextOf(listed) ?? '';
	return asRecordOf(context, id, id && (await read(context, request, recordPath(CHARGES, id))));
}

/** Returns the day before a time of the API, whose zone is not certain; nothing if it is no time. */
function dayBefore(time: unknown): string | undefined {
	if (typeof time !== 'string') return undefined;
	return parseTime(time, SERVICE_ZONE).minus({ days: 1 }).toISODate() ?? undefined;
}

/** Returns whether no charge is left out. */
function isWhole({ statuses, ...days }: IDataObject): boolean {
	return Object.keys(days).length === 0 && [statuses].flat().length === statusFilter().length;
}
