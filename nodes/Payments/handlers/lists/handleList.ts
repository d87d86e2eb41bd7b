import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { operationError } from '../../errors/nodeErrors';
import type { RecordType } from '../../output/recordType';
import { recordMapper, requestedFields } from '../../output/simplify';
import type { ListRequest } from '../../pagination/page';
import type { Context, RequestData, RequestHandler } from '../../run/context';
import { MAX_RECORDS } from '../../run/limits';
import { parallelDaysOption } from '../../run/options';
import { lists } from '../../shared/messages/lists';
import { limitsOf } from '../../transport/queue/limits';
import { boolean, integer, type Rules } from '../../validation/rules';
import { buildRequest, validateItem } from '../buildRequest';
import { handleItem } from '../handleItem';

/** How many records are listed, and how: the parameters of resources/fields/returnAll.ts and run/options.ts. */
const countRules = z.object({
	returnAll: boolean(),
	limit: integer(1, MAX_RECORDS),
	parallelDays: boolean().default(true),
});

/** Reads the records that are requested, in the order of the API. */
type ReadRecords = (
	context: Context,
	request: RequestData,
	listRequest: ListRequest,
) => Promise<IDataObject[]>;

/** The steps that all lists share: the checked parameters, and an item of each record. */
export function handleList(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	readRecords: ReadRecords,
): RequestHandler {
	const mapperOf = recordMapper(type);
	const requestedOf = requestedFields(type);
	const countFields = [...fields, parallelDaysOption];
	return handleItem(
		{ fields },
		(context, request) => {
			const timezone = context.getTimezone();
			const values = validateItem(context, request, rules, fields, { timezone });
			const { parallelDays } = context.getNodeParameter('options', {}) as IDataObject;
			const { returnAll, limit, ...options } = validateItem(
				context,
				request,
				countRules,
				countFields,
				{
					returnAll: context.getNodeParameter('returnAll'),
					limit: context.getNodeParameter('limit', 1),
					parallelDays,
				},
			) as z.infer<typeof countRules>;
			const { maxRequests: concurrency } = limitsOf(context);
			const built = buildRequest(context, request, values);
			const listRequest: ListRequest = {
				// One record more shows that there are too many.
				limit: returnAll ? MAX_RECORDS + 1 : limit,
				mapRecord: mapperOf(context),
				concurrency,
				isByDateRange: options.parallelDays && returnAll && concurrency > 1,
				filters: { ...(built.options.qs as IDataObject), ...requestedOf(context) },
			};
			return { request: built, listRequest };
		},
		async (context, { request, listRequest }) => {
			const records = await readRecords(context, request, listRequest);
			if (records.length > MAX_RECORDS) throw operationError(context, lists.tooLong(MAX_RECORDS));
			return records.map((json) => ({ json }));
		},
	);
}
