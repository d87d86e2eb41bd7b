import type { IDataObject } from 'n8n-workflow';

import { pagesByCursor } from '../../../pagination/page';
import type { Context, RequestData } from '../../../run/context';
import { isUnsuccessful, statusFilter } from '../../../shared/chargeStatus';
import { listFetcher, madeAt, snapshotIdOf, type Snapshot } from '../snapshot/snapshot';

/** The list of charges. Without the filter, it may lack charges that are pending. */
export const CHARGES = { path: '/v1/charges', filters: { statuses: statusFilter() } };

/** How many pages are read after a charge, until one has an earlier charge. */
const MAX_PAGES = 20;

/**
 * Reads the charges that were made since a snapshot and took money.
 *
 * @throws the error of n8n if they cannot be read
 */
export async function newCharges(
	context: Context,
	request: RequestData,
	{ ids, lists: [before] }: Snapshot,
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	let pages = 0;
	const fetchPage = listFetcher(context, request, CHARGES.path);
	for await (const { records } of pagesByCursor(context, fetchPage, CHARGES.filters)) {
		// The newest charge of the snapshot may be listed no more, so older charges end the search, too.
		const isEarlier = (one: IDataObject) =>
			ids.has(snapshotIdOf(one)) || madeAt(one) < before!.madeAt;
		found.push(...records.filter((one) => !isEarlier(one)));
		pages += 1;
		if (pages === MAX_PAGES || records.some(isEarlier)) break;
	}
	return found.filter(({ status }) => !isUnsuccessful(status));
}
