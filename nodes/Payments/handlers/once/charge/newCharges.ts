import type { IDataObject } from 'n8n-workflow';

import { pagesByCursor } from '../../../pagination/page';
import type { Context, RequestData } from '../../../run/context';
import { isUnsuccessful, statusFilter } from '../../../shared/chargeStatus';
import { listFetcher, madeAt, movedUp, snapshotIdOf, type Snapshot } from '../snapshot/snapshot';

/** The list of charges. Without the filter, it may lack charges that are pending. */
export const CHARGES = { path: '/v1/charges', filters: { statuses: statusFilter() } };

/** How many pages are read after a charge, until one has an earlier charge. */
const MAX_PAGES = 20;

/**
 * Reads the charges that were not listed before and took money.
 *
 * @returns also whether these are all
 * @throws the error of n8n if they cannot be read
 */
export async function newCharges(
	context: Context,
	request: RequestData,
	{ ids, lists: [list] }: Snapshot,
): Promise<{ charges: IDataObject[]; isComplete: boolean }> {
	const found: IDataObject[] = [];
	const result = (isComplete: boolean) => ({
		charges: found.filter(({ status }) => !isUnsuccessful(status)),
		isComplete,
	});
	const wasThere = (one: IDataObject) => ids.has(snapshotIdOf(one));
	// The newest charge of the snapshot may be listed no more, so older charges end the search, too.
	const isEarlier = (one: IDataObject) => wasThere(one) || madeAt(one) < list!.newestAt;
	let pages = 0;
	const fetchPage = listFetcher(context, request, CHARGES.path);
	for await (const { records } of pagesByCursor(context, fetchPage, CHARGES.filters)) {
		found.push(...records.filter((one) => !wasThere(one) && !movedUp(one, list!)));
		pages += 1;
		if (records.some(isEarlier)) return result(true);
		if (pages === MAX_PAGES) return result(false);
	}
	// A list without any of the earlier charges is not complete.
	return result(ids.size === 0);
}
