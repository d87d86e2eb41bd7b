import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../../../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../../../run/context';
import { isUnsuccessful } from '../../../shared/chargeStatus';
import { chargedBefore, charges } from '../../../shared/messages/charges';
import { fromTenThousandths, moneyInWords, toTenThousandths } from '../../../shared/money';
import { isRecordOf, reportsError } from '../../../shared/record';
import { apiOfRun } from '../../../transport/baseUrl';
import { monotonic } from '../../../transport/clock';
import type { Rules } from '../../../validation/rules';
import { validateAndBuild } from '../../buildRequest';
import { handleItem } from '../../handleItem';
import { idOf } from '../../readRecord';
import { sendOnce } from '../drive';
import { readFresh, recordVersion } from '../freshness';
import { memory } from '../ledger/memory';
import { inItemOrder } from '../lock';
import type { Sent } from '../machine';
import { readLater, readSnapshot, snapshotIdOf } from '../snapshot/snapshot';
import type { Strategy } from '../strategy';
import { findCharged } from './chargeEvidence';
import { isSameMoney, type ChargeSnapshot, type ChargeTask } from './chargeTask';
import { CHARGES } from './newCharges';
import { customerOf, readSubscription, refusalOf } from './subscription';

/**
 * Charges a saved payment method once, whatever the network does (docs/reliability.md).
 *
 * @param rules, fields as in `validateAndBuild`
 * @param output makes the items of the charge
 */
export function chargeOnce(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
): RequestHandler {
	return handleItem({ fields }, validateAndBuild(rules, fields), charge, output);
}

async function charge(context: Context, request: RequestData): Promise<INodeExecutionData[]> {
	const itemEntry = memory.requests.entryOf<ChargeSnapshot>(context, 'charge', 'payment_id');
	const id = idOf(request).toLowerCase();
	let api = '';
	const findSubject = async () => {
		api = await apiOfRun(context);
		return itemEntry.state.kind === 'new' ? `charge ${api} ${id}` : itemEntry.subject;
	};
	return await inItemOrder(context, findSubject, async (subject) => {
		const { amount, currency } = moneyOf(request.options.body as IDataObject);
		const name = `${subject} ${amount} ${currency}`;
		const entry = memory.requests.entryOfRequest(context, itemEntry, 'charge', name);
		entry.subject = subject;
		const task = { context, request, api, id: entry.subjectId, entry };
		const record = await sendOnce(context, request, entry, chargeStrategy(task));
		return [{ json: { ...record } }];
	});
}

/**
 * Returns how a charge is made once. A lookup finds it among the newest charges, or by the counts of its subscription.
 * It is never sent again: the Payments API has no place for a mark of ours, and would not refuse a second charge.
 */
function chargeStrategy(task: ChargeTask): Strategy<ChargeSnapshot> {
	const { api, entry, id } = task;
	return {
		prepare: async () => await prepare(task),
		compare: async (_sent, before) => await findCharged(task, before),
		isExpected: (record, { snapshot, options }) => {
			const { payment_id, recurring_billing_id = id, amount, currency } = record;
			const chargeId = snapshotIdOf({ id: payment_id });
			const sent = moneyOf(options.body as IDataObject);
			return (
				!memory.ledger.isClaimed(`${api} charge`, chargeId, entry) &&
				!snapshot?.list?.ids.has(chargeId) &&
				!reportsError(record) &&
				isRecordOf(id, { id: recurring_billing_id }) &&
				isSameMoney(sent, amount ?? sent.amount, currency ?? sent.currency)
			);
		},
		refusalOf: ({ payment_id, status }) =>
			isUnsuccessful(status)
				? charges.unsuccessful(payment_id as string, status as string)
				: undefined,
		made: ({ snapshot }, { recovered }) => {
			memory.ledger.claim(`${api} charge`, entry);
			const { counted } = snapshot ?? {};
			if (!counted || entry.isPending || recovered) return;
			recordVersion(entry.subject, {}, { times: counted.times + 1 });
			entry.isShown();
		},
		preview: (prepared) => {
			const { amount, currency } = moneyOf(task.request.options.body as IDataObject);
			const would_charge = 'record' in prepared ? 0 : amount;
			return { would_charge, currency, recurring_billing_id: id, ...entry.about };
		},
		unconfirmed: ({ snapshot, options }, outcome, reason) => {
			const { amount, currency } = moneyOf(options.body as IDataObject);
			const { counted } = snapshot ?? {};
			const { total } = counted ?? {};
			const shown =
				counted &&
				total !== undefined &&
				chargedBefore.times(
					String(counted.times),
					moneyInWords(fromTenThousandths(total), counted.currency),
				);
			const finding = shown ? `${shown} ${reason}` : reason;
			return charges.unconfirmed(moneyInWords(amount, currency), outcome, finding, id);
		},
	};
}

/** Reads the newest charges and the subscription. A credential may be allowed to charge, but to read neither. */
async function prepare({ context, request, id, entry }: ChargeTask): Promise<Sent<ChargeSnapshot>> {
	const at = monotonic();
	const money = moneyOf(request.options.body as IDataObject);
	const [charges, subscription] = await Promise.all([
		readSnapshot(context, request, CHARGES.path, [CHARGES.filters]),
		readFresh(context, entry.subject, async () => {
			const value = await readSubscription(context, request, id);
			const { record, counted } = value;
			return { value, record, totals: counted && { times: counted.times } };
		}),
	]);
	// Items share the list, and each reads its subscription later.
	const list = charges.kind === 'fresh' ? readLater(context, charges.value) : undefined;
	const counted = subscription.kind === 'fresh' ? subscription.value.counted : undefined;
	if (subscription.kind === 'fresh') entry.about = customerOf(subscription.value.record);
	const isBlind = list === undefined && counted === undefined;
	return {
		options: request.options,
		snapshot: isBlind ? undefined : { ...money, at, list, counted },
		resend: 'never',
		refusal: subscription.kind === 'fresh' ? refusalOf(subscription.value.record) : undefined,
		base: counted?.total,
		moves: toTenThousandths(money.amount),
		currency: money.currency,
	};
}

/** Returns the charged amount and its currency, in lower case. */
function moneyOf({ amount, currency }: IDataObject) {
	return { amount: amount as number, currency: (currency as string).toLowerCase() };
}
