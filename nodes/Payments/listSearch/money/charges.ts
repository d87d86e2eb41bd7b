import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import {
	remainingOf,
	type Charge as RefundableCharge,
} from '../../handlers/once/refund/refundedCharge';
import { statusFilter, statusOfRecord, UNREFUNDED_STATUSES } from '../../shared/chargeStatus';
import { recordPath } from '../../shared/id';
import { money } from '../../shared/money';
import { fieldIn, isRecordOf } from '../../shared/record';
import { request } from '../../transport/triggerRequest';
import { line, method, time, words } from '../label';
import { listOf } from '../list';
import { byCursor } from '../paging';

/** The fields of a charge's label (docs/interface.md, Charge). */
interface Charge extends IDataObject {
	amount?: number;
	currency?: string;
	status?: string;
	refunded_amount?: number | string | null;
	payment_method?: string | { name?: string } | null;
	customer?: { name?: string | null; email?: string | null } | null;
	order_reference_number?: string | null;
	created_at?: string;
}

const PARTIALLY_REFUNDED = 'partially_refunded';

const charges = {
	path: '/v1/charges',
	query: { statuses: statusFilter() },
	search: 'keywords',
	// The API does not search the order number and the name of the customer.
	isSearchedHere: true,
	paging: byCursor,
	label: (charge: Charge) => {
		const left = amountLeft(charge);
		const status = statusOfRecord(charge);
		const isPlain = left !== undefined || status === 'succeeded';
		// The fields by which users choose come first: the editor cuts off the end of a row.
		return line(
			charge.order_reference_number,
			left ?? money(charge.amount, charge.currency),
			isPlain || typeof charge.status !== 'string' ? undefined : words(status),
			charge.customer?.name || charge.customer?.email,
			time(charge.created_at),
			method(fieldIn(charge.payment_method, 'name')),
		);
	},
};

/** Lists charges, newest first. */
export const searchCharges = listOf<Charge>(charges);

/** Lists charges that may have a remaining amount to refund, with that amount. */
export const searchRefundableCharges = listOf<Charge>({
	...charges,
	query: { statuses: statusFilter([...UNREFUNDED_STATUSES, PARTIALLY_REFUNDED]) },
	complete: withRefundedAmount,
});

/** Returns the remaining amount of a charge that was refunded in part, such as `23.50 of 25.00 SGD left`. */
function amountLeft(charge: Charge): string | undefined {
	if (statusOfRecord(charge) !== PARTIALLY_REFUNDED) return undefined;
	const total = money(charge.amount, charge.currency);
	const [left] = money(remainingOf(charge as RefundableCharge), charge.currency)?.split(' ') ?? [];
	return left && total && `${left} of ${total} left`;
}

/** Reads a charge that was refunded in part: only a single charge has its refunded amount, and not a listed one. */
async function withRefundedAmount(
	context: ILoadOptionsFunctions,
	id: string,
	charge: Charge,
): Promise<Charge> {
	const { status, refunded_amount: refunded = null } = charge;
	if (status !== PARTIALLY_REFUNDED || refunded !== null) return charge;
	const path = recordPath('/v1/charges', id);
	const read = await request<Charge>(context, { method: 'GET', path }).catch(() => charge);
	return isRecordOf(id, read) ? read : charge;
}
