import { day, line, money, words } from './label';
import { byCursor, listOf } from './list';

/** What a payout is shown by (docs/interface.md, Payout). */
interface Payout {
	amount?: number;
	currency?: string;
	status?: string;
	bank_name?: string | null;
	arrival_date?: string | null;
	created_at?: string;
}

/** Payouts, newest first, searched by what they are shown by: the service has no search for them. */
export const searchPayouts = listOf<Payout>({
	path: '/v1/payouts',
	paging: byCursor,
	label: (payout, zone) =>
		line(
			money(payout.amount, payout.currency),
			words(payout.status),
			payout.bank_name,
			day(payout.arrival_date || payout.created_at, zone),
		),
});
