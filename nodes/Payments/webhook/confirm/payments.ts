import type { IWebhookFunctions } from 'n8n-workflow';

import type { PaymentEvent } from '../../events/event';
import { isPaymentEvent } from '../../events/kinds';
import { isSameUrl } from '../../shared/webhookPath';
import { foundOr, rejected } from '../receive/rejected';
import type { VerificationLevel } from '../receive/verify';
import { isTest, stateOf } from '../registration/identity';
import { readRecord } from './find';

/**
 * Checks that a payment without an ID was received twice, if all listed payments have started the workflow: a request
 * can fail several times, and some are paid several times. Nothing distinguishes a repeated one from the next one.
 *
 * @throws NotificationRejectedError (503) if the payment may not be listed yet
 */
export async function checkRepeated(
	context: IWebhookFunctions,
	{ event, payment_request_id = '' }: PaymentEvent,
) {
	if (event === 'payment.completed') {
		const reading = readRecord(context, 'payment_request', payment_request_id);
		const request = await foundOr('notVerifiable', reading);
		const isPaidOnce = !['true', true].includes(request?.allow_repeated_payments as string);
		if (request && isPaidOnce) return;
	}
	throw rejected('notListed');
}

/**
 * Checks that a payment request notifies this trigger. A refund does not name its payment request, and in the other
 * modes the registration identifies the trigger. A charge does not name its subscription, so the notification has to be
 * signed.
 */
export async function checkWebhookUrl(
	context: IWebhookFunctions,
	{ event, payment_request_id }: PaymentEvent,
	level: VerificationLevel,
) {
	if (context.getNodeParameter('mode') !== 'requests') return;
	const isProven = !payment_request_id && (level !== 'unsigned' || !isPaymentEvent(event));
	if (event === 'refund' || isProven) return;
	if (payment_request_id && (await notifiesTrigger(context, payment_request_id))) return;
	throw rejected('otherUrl');
}

/** Returns whether a payment request notifies the trigger. @throws the error of n8n's request helper */
export async function notifiesTrigger(context: IWebhookFunctions, id: string): Promise<boolean> {
	const { webhook } = await readRecord(context, 'payment_request', id);
	const urls = [stateOf(context).address];
	// In a test run, n8n returns the published URL here.
	if (!isTest(context)) urls.push(context.getNodeWebhookUrl('default'));
	return urls.some((url) => isSameUrl(url, webhook));
}
