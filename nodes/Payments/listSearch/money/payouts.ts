import { money } from '../../shared/money';
import { day, line, words } from '../label';
import { listOf } from '../list';
import { byCursor } from '../paging';

/** The fields of a payout's label (docs/interface.md, Payout). */
interface Payout {
	amount?: number;
	currency?: string;
	status?: string;
	bank_name?: string | null;
	arrival_date?: string | null;
	created_at?: string;
}

/** Lists payouts, newest first, searched by their labels: the API cannot search them. */
export const searchPayouts = listOf<Payout>({
	path: '/v1/payouts',
	paging: byCursor,
	label: (payout) =>
		line(
			money(payout.amount, payout.currency),
			day(payout.arrival_date || payout.created_at),
			words(payout.status),
			payout.bank_name,
		),
});
