import { lastDigits } from '../../output/lastDigits';
import { line } from '../label';
import { listOf } from '../list';
import { byEither } from '../paging';

/** The fields of a beneficiary's label (docs/interface.md, Beneficiary). */
interface Beneficiary {
	nickname?: string | null;
	holder_name?: string | null;
	bank_name?: string | null;
	account_number?: string | null;
}

/** Lists beneficiaries, searched by the API and by their labels. */
export const searchBeneficiaries = listOf<Beneficiary>({
	path: '/v1/beneficiaries',
	search: 'query',
	// The API searches the holder and the nickname.
	isSearchedHere: true,
	paging: byEither(),
	label: ({ nickname, holder_name, bank_name, account_number }) =>
		line(nickname, holder_name, bank_name, lastDigits(account_number)),
});
