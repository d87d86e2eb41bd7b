import { money } from '../../shared/money';
import { day, line, words } from '../label';
import { listOf } from '../list';
import { byCursor } from '../paging';

/** The fields of a transfer's label (docs/interface.md, Transfer). */
interface Transfer {
	beneficiary?: { nickname?: string | null; holder_name?: string | null } | null;
	payment_amount?: number | string;
	payment_currency?: string;
	status?: string;
	created_at?: string;
}

/** Lists transfers, in the order of the API. */
export const searchTransfers = listOf<Transfer>({
	path: '/v1/transfers',
	search: 'keywords',
	// The fields that the API searches are not documented.
	isSearchedHere: true,
	paging: byCursor,
	label: ({ beneficiary, ...transfer }) =>
		line(
			beneficiary?.nickname || beneficiary?.holder_name,
			money(transfer.payment_amount, transfer.payment_currency),
			words(transfer.status),
			day(transfer.created_at),
		),
});
