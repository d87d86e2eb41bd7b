import { UNREFUNDED_STATUSES } from '../shared/fields/chargeStatuses';
import { line, method, money, time, words } from './label';
import { byCursor, listOf } from './list';

/** The fields of a charge's label (docs/interface.md, Charge). */
interface Charge {
	amount?: number;
	currency?: string;
	status?: string;
	payment_method?: { name?: string } | null;
	customer?: { name?: string | null; email?: string | null } | null;
	created_at?: string;
}

const charges = {
	path: '/v1/charges',
	search: 'keywords',
	paging: byCursor,
	label: (charge: Charge, zone: string) =>
		line(
			method(charge.payment_method?.name),
			money(charge.amount, charge.currency),
			charge.customer?.name || charge.customer?.email,
			time(charge.created_at, zone),
			['succeeded', 'success'].includes(charge.status ?? '') ? undefined : words(charge.status),
		),
};

/** Lists charges, newest first. The API searches the amount, the ID, the customer's email and the remark. */
export const searchCharges = listOf<Charge>(charges);

/** Lists charges that may have a remaining amount to refund. */
export const searchRefundableCharges = listOf<Charge>({
	...charges,
	query: { statuses: [...UNREFUNDED_STATUSES, 'partially_refunded'] },
});
