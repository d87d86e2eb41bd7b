import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../../output/outputMapper';
import { isPaid, isUnsuccessful } from '../../shared/chargeStatus';
import type { Context, RequestData, RequestHandler } from '../../shared/context';
import { operationError } from '../../shared/errors/nodeErrors';
import { chargedBefore, charges } from '../../shared/messages/charges';
import { moneyInWords } from '../../shared/money';
import type { Rules } from '../../shared/validation/rules';
import { apiOfRun } from '../../transport/baseUrl';
import { validateAndBuild } from '../buildRequest';
import { handleItem, type ItemTask } from '../handleItem';
import { attemptByName, attemptOfItem, isRepeated, type Attempt } from '../idempotency/attempts';
import { runExclusive } from '../idempotency/mutex';
import { sendAtMostOnce, stateBefore, type Unconfirmed } from '../idempotency/sendAtMostOnce';
import { claim, memoryOf, type Before } from './chargeMemory';
import { ifAllowed, knownCharges } from './newCharges';
import { chargeReconciler } from './reconcileCharge';
import { countedOf } from './subscription';

/**
 * Charges a saved payment method at most once, whatever the network does (docs/reliability.md): after a lost response,
 * it looks for the charge, and never sends the request again.
 *
 * @param rules, fields as in `validateAndBuild`
 * @param output makes the items of the charge
 */
export function chargeOnce(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
): RequestHandler {
	const task: ItemTask<RequestData> = async (context, request) => {
		const api = await apiOfRun(context);
		const own = attemptOfItem<Before>(context);
		return await runExclusive(own, async () => {
			if (own.record) return repeated(context, own);
			const { url, body } = own.open?.options ?? request.options;
			const id = decodeURIComponent(url!.split('/').at(-1)!).toLowerCase();
			const key = `charge ${api} ${id}`;
			// One charge of a subscription after the other: a lookup could not distinguish them.
			return await runExclusive(key, async () => {
				const { amount, currency } = moneyOf(body as IDataObject);
				const known = attemptByName(context, own, `${key} ${amount} ${currency}`);
				if (known.record) return repeated(context, known);
				return await charge(context, request, known, api, key, id);
			});
		});
	};
	return handleItem({ fields }, validateAndBuild(rules, fields), task, output);
}

/** Returns a charge that was already made in this execution. */
function repeated(context: Context, known: Attempt<Before>): INodeExecutionData[] {
	// In an earlier try it is what the item requested; in a loop it may be another charge.
	const mark = isRepeated(context, known) ? { repeated: true } : {};
	return [{ json: { ...known.record, ...mark } }];
}

/** Reads what there is, sends the charge and records it. @param id of the subscription */
async function charge(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	api: string,
	key: string,
	id: string,
): Promise<INodeExecutionData[]> {
	const memory = memoryOf(key);
	// Whoever repeats an item in another execution would charge twice what is still in progress.
	if (!known.open && memory.isOnHold(known)) {
		throw operationError(context, charges.earlierUnconfirmed(id));
	}
	const reconciler = chargeReconciler(context, request, api, id, known, memory);
	const before = await stateBefore(context, known, reconciler, async () => ({
		known: await knownCharges(context, request),
		counted: await ifAllowed(countedOf(context, request, id)),
		made: memory.made,
		...moneyOf(request.options.body as IDataObject),
	}));
	try {
		const result = await sendAtMostOnce(context, request, known, before, reconciler);
		if (!('record' in result)) throw operationError(context, unconfirmed(id, result));
		const { record } = result;
		claim(api, record);
		assertSuccessful(context, known, record);
		const isPending = record.status !== undefined && !isPaid(record.status);
		memory.confirm(known, before, isPending);
		return [{ json: { ...record } }];
	} finally {
		if (known.open && !known.record) memory.addUnconfirmed(known);
	}
}

/** @throws an error if the Payments API itself reports that no money was taken */
function assertSuccessful(context: Context, known: Attempt<Before>, record: IDataObject) {
	const { payment_id, status } = record;
	if (!isUnsuccessful(status)) return;
	known.record = undefined;
	throw operationError(context, charges.unsuccessful(payment_id as string, status as string));
}

/** Returns what is charged. The currency is in lower case. */
function moneyOf({ amount, currency }: IDataObject) {
	return { amount: amount as number, currency: (currency as string).toLowerCase() };
}

function unconfirmed(id: string, { before, outcome, reason }: Unconfirmed<Before>) {
	const { counted, amount, currency } = before;
	const total = counted && moneyInWords(counted.total / 10_000, counted.currency);
	const shown = counted && total && chargedBefore.times(String(counted.times), total);
	const finding = shown ? `${shown} ${reason}` : reason;
	return charges.unconfirmed(moneyInWords(amount, currency), outcome, finding, id);
}
