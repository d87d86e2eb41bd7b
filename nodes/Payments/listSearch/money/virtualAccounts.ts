import { line, words } from '../label';
import { listOf } from '../list';
import { byCursor } from '../paging';

/** The fields of a virtual account's label (docs/interface.md, Virtual account). */
interface VirtualAccount {
	name?: string;
	reference?: string;
	status?: string | null;
}

/** Lists virtual accounts, searched by their labels: the API cannot search them. */
export const searchVirtualAccounts = listOf<VirtualAccount>({
	path: '/v1/virtual-accounts',
	paging: byCursor,
	label: ({ name, reference, status }) => line(name, reference, words(status)),
});
