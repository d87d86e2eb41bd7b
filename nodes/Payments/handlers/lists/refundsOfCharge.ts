import type { INodeProperties } from 'n8n-workflow';

import { operationError, unexpectedResponse } from '../../errors/nodeErrors';
import type { RecordType } from '../../output/recordType';
import type { RequestHandler } from '../../run/context';
import { statusOfRecord, REFUNDED_STATUSES } from '../../shared/chargeStatus';
import { lists } from '../../shared/messages/lists';
import { isObject } from '../../shared/record';
import type { Rules } from '../../validation/rules';
import { findRecord } from '../readRecord';
import { handleList } from './handleList';

/**
 * Lists the refunds of a charge. The API has them in the charge only, and not in each source (docs/dialects.md, row 15).
 *
 * @param rules, fields, type as in `cursorPages`
 * @throws an error if the charge was refunded, and lists nothing
 */
export function refundsOfCharge(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
): RequestHandler {
	return handleList(rules, fields, type, async (context, request, { limit, mapRecord }) => {
		const charge = await findRecord(context, request);
		const refunds: unknown = charge.refunds ?? [];
		if (!Array.isArray(refunds) || !refunds.every(isObject))
			throw unexpectedResponse(context, lists.noList);
		if (refunds.length === 0 && REFUNDED_STATUSES.includes(statusOfRecord(charge)))
			throw operationError(context, lists.refundsNotListed);
		return refunds.slice(0, limit).map(mapRecord);
	});
}
