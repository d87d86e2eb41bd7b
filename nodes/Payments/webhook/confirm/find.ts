import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { isUnknownRoute } from '../../errors/httpFailure';
import type { PaymentEvent } from '../../events/event';
import { periodOf } from '../../events/eventTime';
import { isPaymentEvent, objectOf } from '../../events/kinds';
import { objects } from '../../events/objects';
import { pageFetcher } from '../../pagination/fetchPage';
import { pagesByCursor } from '../../pagination/page';
import { statusFilter } from '../../shared/chargeStatus';
import { recordPath } from '../../shared/id';
import { isRecordOf } from '../../shared/record';
import { DAY_MS } from '../../shared/time';
import { isSameUrl } from '../../shared/webhookPath';
import { request, type TriggerContext } from '../../transport/triggerRequest';
import { foundOr, rejected } from '../receive/rejected';
import type { VerificationLevel } from '../receive/verify';
import { isTest, stateOf } from '../registration/identity';

/** The maximum number of pages that are searched for a record: the sender of a notification waits. */
const MAX_PAGES = 5;

/** Finds the records that an event may be about: its own, or all payments of its request. @throws as `request` */
export async function findRecords(
	context: TriggerContext,
	claim: PaymentEvent,
): Promise<IDataObject[]> {
	const { event, payload, customer_email } = claim;
	if (event === 'unknown') return [];
	const object = event === 'refund' ? event : objectOf(event);
	if (object === 'charge') return await findCharges(context, claim);
	const id = claim[objects[object].idName];
	if (id === undefined) return [];
	// The API cannot return a single payout.
	if (object === 'payout')
		return await findListed(context, object, id, daysAround(payload.created_at));
	return await readOne(context, object, id).catch(async (thrown: unknown) => {
		// If the API has no request for one invoice, those of the customer are searched (docs/dialects.md).
		if (object !== 'invoice' || !isUnknownRoute(thrown)) throw thrown;
		return await findListed(context, object, id, customer_email === null ? {} : { customer_email });
	});
}

async function findCharges(
	context: TriggerContext,
	{ payment_id, payment_request_id }: PaymentEvent,
): Promise<IDataObject[]> {
	const query = { payment_request_id, statuses: statusFilter() };
	const isLast = () => payment_id !== undefined;
	const charges = payment_request_id ? await firstPages(context, 'charge', query, isLast) : [];
	if (!payment_id) return charges;
	const found = charges.find((charge) => isRecordOf(payment_id, charge));
	return found ? [found] : await readOne(context, 'charge', payment_id);
}

/** Reads a record that has a request of its own. @throws as `request` */
export async function readRecord(
	context: TriggerContext,
	object: keyof typeof objects,
	id: string,
): Promise<IDataObject> {
	const path = recordPath(objects[object].path, id);
	return await request<IDataObject>(context, { method: 'GET', path });
}

async function readOne(context: TriggerContext, object: keyof typeof objects, id: string) {
	const record = await readRecord(context, object, id);
	return isRecordOf(id, record) ? [record] : [];
}

/** Searches the first pages of a list for a record. */
async function findListed(
	context: TriggerContext,
	object: keyof typeof objects,
	id: string,
	query: IDataObject,
): Promise<IDataObject[]> {
	const isWanted = (one: IDataObject) => isRecordOf(id, one);
	const records = await firstPages(context, object, query, (page) => page.some(isWanted));
	return records.filter(isWanted);
}

/** Reads the pages of a list up to the last that is needed, each once. @throws as `pageFetcher` and `request` */
async function firstPages(
	context: TriggerContext,
	object: keyof typeof objects,
	query: IDataObject,
	isLast: (page: IDataObject[]) => boolean,
): Promise<IDataObject[]> {
	const { path } = objects[object];
	const queryPage = async (position: IDataObject) =>
		await request(context, { method: 'GET', path, query: { ...query, ...position } });
	const found: IDataObject[] = [];
	let pages = 0;
	for await (const { records } of pagesByCursor(context, pageFetcher(context, path, queryPage))) {
		found.push(...records);
		pages += 1;
		if (pages === MAX_PAGES || isLast(records)) break;
	}
	return found;
}

/** Returns the filter for a time, with a margin of a day: the API filters by days of the business's time zone. */
function daysAround(time: unknown): IDataObject {
	const at = periodOf(time);
	if (!at) return {};
	const day = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
	return { created_at_from: day(at.earliest - DAY_MS), created_at_to: day(at.latest + DAY_MS) };
}

/**
 * Checks that a payment without an ID was received twice, after all listed payments have started the workflow: the next
 * one has the same text.
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
 * Checks that a payment request notifies this trigger. In the other modes, the registration identifies it. A refund does
 * not name its payment request, nor a charge its subscription, which therefore has to be signed.
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

/** Returns whether a payment request notifies the trigger. @throws as `request` */
export async function notifiesTrigger(context: IWebhookFunctions, id: string): Promise<boolean> {
	const { webhook } = await readRecord(context, 'payment_request', id);
	const urls = [stateOf(context).address];
	// In a test run, n8n returns the published URL here.
	if (!isTest(context)) urls.push(context.getNodeWebhookUrl('default'));
	return urls.some((url) => isSameUrl(url, webhook));
}
