import type { IDataObject } from 'n8n-workflow';

import { isUnsuccessful } from '../../../shared/chargeStatus';
import { fromTenThousandths, parseAmount, toTenThousandths } from '../../../shared/money';
import { idTextOf, isRecordOf } from '../../../shared/record';
import { recordVersion } from '../freshness';
import { memory } from '../ledger/memory';
import type { Sent } from '../machine';
import { type ChargeRead } from './refundedCharge';
import { recordRefundId } from './refundId';
import { type RefundTask } from './refundTask';

/** Returns whether a record is the requested refund, and not another one. */
export function isExpected(
	{ api, entry, id }: RefundTask,
	record: IDataObject,
	{ snapshot, moves }: Sent<ChargeRead>,
): boolean {
	const { payment_id: paymentId, amount_refunded, status } = record;
	const { charge } = snapshot ?? {};
	const isOfPayment =
		typeof paymentId === 'string' &&
		(!charge ||
			[id, charge.id, charge.payment_request_id].some((one) => isRecordOf(paymentId, { id: one })));
	const isWhole =
		isUnsuccessful(status) || toTenThousandths(parseAmount(amount_refunded)) === moves;
	return (
		isOfPayment && isWhole && !memory.ledger.isClaimed(`${api} refund`, idTextOf(record), entry)
	);
}

/** Records a refund that was made, with the values of its record. */
export function recordRefund(
	{ api, entry }: RefundTask,
	{ snapshot, options, moves = 0, base }: Sent<ChargeRead>,
	record: IDataObject,
) {
	memory.ledger.claim(`${api} refund`, entry);
	if (!snapshot || base === undefined || Number.isNaN(base) || entry.isPending) return;
	if (!record.recovered) {
		recordRefundId(api, snapshot.charge, (options.body as IDataObject).payment_id);
		recordVersion(entry.subject, {}, { refunded: fromTenThousandths(base + moves) });
	}
	// A lookup may have found the refund in the list of a charge that does not count it yet.
	const shown = toTenThousandths(
		memory.ledger.versions.get(entry.subject)?.totals.refunded ?? Number.NaN,
	);
	if (shown >= base + moves) entry.isShown();
}
