import { untouched } from '../transport/charge';
import { line, method, money, time, words } from './label';
import { byCursor, listOf } from './list';

/** What a charge is shown by (docs/interface.md, Charge). */
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

/** Charges, newest first, searched as the service does: by amount, ID, customer's email and remark. */
export const searchCharges = listOf<Charge>(charges);

/** Those of them of which something can be left to refund. */
export const searchRefundableCharges = listOf<Charge>({
	...charges,
	query: { statuses: [...untouched, 'partially_refunded'] },
});
