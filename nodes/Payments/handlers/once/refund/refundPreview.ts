import type { IDataObject } from 'n8n-workflow';

import {
	exactAmount,
	fromTenThousandths,
	parseAmount,
	toTenThousandths,
} from '../../../shared/money';
import { plannedFor } from '../../preview';
import type { Prepared } from '../strategy';
import { refundedOf, remainingOf, type ChargeRead } from './refundedCharge';
import type { RefundTask } from './refundTask';

/** Returns the output of a preview: the effect of a refund on its charge. Amounts are in major units. */
export function previewRefund(
	{ id, entry }: Pick<RefundTask, 'id' | 'entry'>,
	prepared: Prepared<ChargeRead>,
): IDataObject {
	const { order_reference_number } = entry.about ?? {};
	const order = { ...(order_reference_number !== undefined && { order_reference_number }) };
	if ('record' in prepared) {
		const { payment_id, currency, total_amount, total_refunded } = prepared.record;
		const remaining = parseAmount(total_amount) - parseAmount(total_refunded);
		const facts = { would_remain: exact(remaining), currency, payment_id, ...order };
		return { would_refund: 0, ...facts, already_refunded: true };
	}
	const { snapshot, moves = 0 } = prepared;
	const { charge } = snapshot ?? {};
	return {
		would_refund: fromTenThousandths(moves),
		would_remain: exact(charge ? remainingOf(charge) - fromTenThousandths(moves) : Number.NaN),
		currency: charge?.currency ?? null,
		payment_id: charge?.id ?? id,
		...order,
	};
}

/** Returns an amount without the rounding error of floating point; null if it is unknown. */
function exact(amount: number): number | null {
	return Number.isNaN(amount) ? null : exactAmount(amount);
}

/** Returns a charge as the refunds of the items before it in a preview would leave it; in a real run, as it is. */
export function withPlanned({ context, entry }: RefundTask, read: ChargeRead): ChargeRead {
	const planned = plannedFor(context, entry.subject);
	const { charge } = read;
	const refunded = toTenThousandths(refundedOf(charge));
	if (planned.length === 0 || Number.isNaN(refunded)) return read;
	const sum = planned.reduce((all, { moves }) => all + moves, refunded);
	const listed = planned.map(({ item, moves }) => ({
		id: `preview ${item}`,
		amount_refunded: fromTenThousandths(moves),
	}));
	const refunds = Array.isArray(charge.refunds) && {
		refunds: [...(charge.refunds as IDataObject[]), ...listed],
	};
	return { ...read, charge: { ...charge, refunded_amount: fromTenThousandths(sum), ...refunds } };
}
