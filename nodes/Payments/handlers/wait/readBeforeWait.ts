import type { INodeProperties } from 'n8n-workflow';

import { operationError } from '../../errors/nodeErrors';
import type { OutputMapper } from '../../output/outputMapper';
import type { RequestHandler } from '../../run/context';
import { resumeUrlOf } from '../../run/resumeUrl';
import { waits } from '../../shared/messages/waits';
import { isOpen } from '../../shared/paymentRequest';
import { isSameUrl } from '../../shared/webhookPath';
import { read } from '../../transport/read';
import type { Rules } from '../../validation/rules';
import { validateAndBuild } from '../buildRequest';
import { handleItem } from '../handleItem';
import { findRecord } from '../readRecord';
import { withCharge } from './charge';

/**
 * Reads the payment request of an item, with its charge if it is paid, before the execution waits for it.
 *
 * @param rules, fields as in `validateAndBuild`
 * @param output lets the execution wait: `waitForPayment`
 */
export function readBeforeWait(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
): RequestHandler {
	return handleItem(
		{ fields },
		validateAndBuild(rules, fields),
		async (context, request) => {
			const record = await findRecord(context, request);
			// Some sources leave the URL out of the record.
			const isOther = 'webhook' in record && !isSameUrl(record.webhook, resumeUrlOf(context));
			if (isOpen(record) && isOther) throw operationError(context, waits.otherUrl);
			const readPath = async (path: string) => await read(context, request, path);
			return [{ json: await withCharge(record, readPath) }];
		},
		output,
	);
}
