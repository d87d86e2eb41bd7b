import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import pLimit from 'p-limit';

import { isPaid } from '../../shared/chargeStatus';
import { recordPath } from '../../shared/id';
import { webhookResponses, type WebhookResponse } from '../../shared/messages/webhooks';
import { isPaidRequest } from '../../shared/paymentRequest';
import { isRecordOf } from '../../shared/record';
import { respond } from '../../transport/respond';
import { request } from '../../transport/triggerRequest';
import { withCharge } from './charge';
import { withPayment, type PaymentTypes } from './payment';
import { waitingOf } from './waitingFor';

/** How many notifications are checked at a time, and how many wait (choice): anyone may send them in n8n 2.0. */
const CONCURRENCY = 2;
const MAX_WAITING = 100;

const checks = pLimit(CONCURRENCY);

/**
 * Returns the function that handles a notification to an execution that waits for a payment. A notification only tells
 * the node to read the payment request: its record decides, so a forged one has no effect.
 *
 * Responds with 200 if the request is not paid yet, and with 503 if that is not certain: HitPay then repeats the
 * notification.
 */
export function resumeWhenPaid(types: PaymentTypes) {
	return async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		if (checks.pendingCount >= MAX_WAITING) return respond(this, webhookResponses.notVerifiable);
		try {
			const waiting = waitingOf(this);
			const record = waiting && (await checks(async () => await readPaid(this, waiting.id)));
			if (!record) return respond(this, unpaid(this.getBodyData()));
			const json = withPayment(types, waiting.output, record);
			return {
				workflowData: [[{ json, pairedItem: { item: 0 } }]],
				webhookResponse: { message: webhookResponses.accepted.message },
			};
		} catch {
			// An error would end the execution.
			return respond(this, webhookResponses.notVerifiable);
		}
	};
}

/** Reads a payment request with its charge; nothing if it is not paid. */
async function readPaid(context: IWebhookFunctions, id: string): Promise<IDataObject | undefined> {
	const read = async (path: string) => await request<IDataObject>(context, { method: 'GET', path });
	const record = await read(recordPath('/v1/payment-requests', id));
	return isRecordOf(id, record) && isPaidRequest(record)
		? await withCharge(record, read)
		: undefined;
}

/** Returns the response to a notification about a request that is not paid. A read may be behind the payment. */
function unpaid({ status }: IDataObject): WebhookResponse {
	const saysPaid = status === 'completed' || isPaid(status);
	return saysPaid ? webhookResponses.outdated : webhookResponses.ignored;
}
