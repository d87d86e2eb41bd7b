import type { IDataObject } from 'n8n-workflow';

import { fromTenThousandths } from '../../shared/money';
import type { Kind, Line } from './lines';

/** The accounts and tax codes of a journal, as the user entered them. */
export interface Accounts {
	bank_account: string;
	sales_account: string;
	sales_tax?: string;
	fees_account: string;
	fees_tax?: string;
	refunds_account: string;
	other_account: string;
}

/**
 * Returns the sums of a payout as the lines of a journal: debits are positive, credits negative, and there is no line
 * of 0. They add up to 0 if the payout has no difference, and otherwise to the difference, which has no line.
 *
 * @param common fields of all lines
 */
export function journalOf(lines: Line[], accounts: Accounts, common: IDataObject): IDataObject[] {
	const { sales_tax: ofSales, fees_tax: ofFees } = accounts;
	const entries: Array<[kind: Kind, amount: bigint, account: string, tax?: string]> = [
		['payout', -sum(lines, 'payout'), accounts.bank_account],
		['sales', -sum(lines, 'sales'), accounts.sales_account, ofSales],
		['fees', lines.reduce((total, { fee = 0n }) => total + fee, 0n), accounts.fees_account, ofFees],
		['refunds', -sum(lines, 'refunds'), accounts.refunds_account, ofSales],
		['other', -sum(lines, 'other'), accounts.other_account],
	];
	const difference = fromTenThousandths(sum(lines, 'difference'));
	return entries
		.filter(([, amount]) => amount !== 0n)
		.map(([line, amount, account_code, tax_code = null]) => ({
			line,
			account_code,
			tax_code,
			debit: amount > 0n ? fromTenThousandths(amount) : 0,
			credit: amount < 0n ? fromTenThousandths(-amount) : 0,
			amount: fromTenThousandths(amount),
			difference,
			...common,
		}));
}

/** Adds the gross amounts of the lines of a kind. */
function sum(lines: Line[], wanted: Kind): bigint {
	return lines.reduce((total, { kind, gross }) => (kind === wanted ? total + gross : total), 0n);
}
