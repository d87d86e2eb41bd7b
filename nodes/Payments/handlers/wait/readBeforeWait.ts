import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { operationError } from '../../errors/nodeErrors';
import type { OutputMapper } from '../../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../../run/context';
import { resumeUrlOf } from '../../run/resumeUrl';
import { waits } from '../../shared/messages/waits';
import { isOpen } from '../../shared/paymentRequest';
import { isSameUrl } from '../../shared/webhookPath';
import { apiOfRun } from '../../transport/baseUrl';
import { read } from '../../transport/read';
import type { Rules } from '../../validation/rules';
import { validateAndBuild } from '../buildRequest';
import { handleItem } from '../handleItem';
import { creationSubject } from '../once/create/create';
import { readExisting } from '../once/freshness';
import { memory } from '../once/ledger/memory';
import { findRecord, idOf } from '../readRecord';
import { withCharge } from './charge';

const PAYMENT_REQUESTS = '/v1/payment-requests';

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
			const record = await readRequest(context, request);
			// Some sources leave the URL out of the record.
			const isOther = 'webhook' in record && !isSameUrl(record.webhook, resumeUrlOf(context));
			if (isOpen(record) && isOther) throw operationError(context, waits.otherUrl);
			const readPath = async (path: string) => await read(context, request, path);
			return [{ json: await withCharge(record, readPath) }];
		},
		output,
	);
}

/** Reads a payment request. A node before this one may have just created it. */
async function readRequest(context: Context, request: RequestData): Promise<IDataObject> {
	const subject = creationSubject(await apiOfRun(context), PAYMENT_REQUESTS);
	const until = memory.ledger.hiddenUntil(subject, idOf(request));
	return await readExisting(context, until, async () => await findRecord(context, request));
}
