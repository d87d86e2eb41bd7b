import type { IDataObject } from 'n8n-workflow';

import { isUnsuccessful } from '../../shared/chargeStatus';
import type { Context, RequestData } from '../../shared/context';
import { findings } from '../../shared/messages/refunds';
import { parseAmount, toTenThousandths } from '../../shared/money';
import { idTextOf, isRecordOf } from '../../shared/record';
import type { Attempt } from '../idempotency/attempts';
import type { Finding, Reconciler } from '../idempotency/sendAtMostOnce';
import { readCharge } from './charge';
import type { Before, ChargeMemory } from './chargeMemory';
import { forgetFailed } from './chargeState';
import { findRefund, NO_CHARGE } from './findRefund';

/**
 * Reconciles a refund by its charge, which shows how much of it is refunded, before and after.
 *
 * @param known the attempt of the refund
 * @param paymentId the ID that the item has
 */
export function refundReconciler(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	memory: ChargeMemory,
	paymentId: string,
): Reconciler<Before> {
	const find = async (before: Before): Promise<Finding> => {
		if (!before.charge) return NO_CHARGE;
		const after = await readCharge(context, request, before.charge.id).catch(() => undefined);
		if (!after) return { reason: findings.chargeUnreadable, isUnreadable: true };
		if (!memory.isBehind(after)) memory.see(after);
		return findRefund(memory, before, after, memory.othersUnconfirmed(known));
	};
	return {
		reconcile: async (before) => {
			const finding = await find(before);
			// The next lookup decides: this one may have read the charge with a refund that failed since.
			if (!('record' in finding) && finding.isPossible)
				await forgetFailed(context, request, memory);
			return finding;
		},
		isExpected: (record, before) => isExpected(memory, paymentId, before, record),
	};
}

/** Returns whether a record is the requested refund, and not another one. */
function isExpected(
	memory: ChargeMemory,
	paymentId: string,
	{ charge, amount }: Before,
	record: IDataObject,
): boolean {
	const { payment_id: id, amount_refunded, status } = record;
	const isOfPayment =
		typeof id === 'string' &&
		(!charge ||
			[paymentId, charge.id, charge.payment_request_id].some((one) => isRecordOf(id, { id: one })));
	const isWhole =
		isUnsuccessful(status) ||
		toTenThousandths(parseAmount(amount_refunded)) === toTenThousandths(amount);
	return isOfPayment && isWhole && !memory.refunds.has(idTextOf(record) ?? '');
}
