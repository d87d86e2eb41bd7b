import { cents } from './charges';
import type { Random } from './random';
import type { AccountStatus, Balance, BalanceTransaction, Charge, Payout } from './types';

/** The provider whose transactions a business has. */
export const MAIN_PROVIDER = 'adyen';

/** The capabilities of each business: the second provider is not set up. */
export const accountStatus: AccountStatus = {
	bank_account_status: 'verified',
	verification: {
		overall_status: 'verified',
		owner_verification: 'verified',
		business_verification: 'verified',
	},
	payment_providers: {
		[MAIN_PROVIDER]: { setup_status: 'completed', payment_enabled: true, payout_enabled: true },
		stripe: { setup_status: 'pending', payment_enabled: false, payout_enabled: false },
	},
};

/** Generates the balances of a business: only that of its own currency has all wallets. */
export function makeBalances(random: Random): Balance[] {
	const some = () => cents(2000 * random.next());
	return [
		{
			currency: 'sgd',
			wallets: { available: some(), pending: some(), deposit: some(), reserve: 0 },
		},
		{ currency: 'myr', wallets: { available: some(), pending: some() } },
		{ currency: 'usd', wallets: { available: some() } },
	];
}

/** A transaction, and the time by which its list is in order. */
export interface DatedTransaction {
	id: string;
	created_at: string;
	transaction: BalanceTransaction;
}

/**
 * Returns the transactions that payouts consist of, newest first: a credit for each settled charge, after fees, and a
 * debit for each payout.
 *
 * @param payoutOf payout ID by charge ID
 */
export function transactionsOf(
	charges: Charge[],
	payouts: Payout[],
	payoutOf: Map<string, string>,
): DatedTransaction[] {
	const settled = charges.filter(({ id }) => payoutOf.has(id));
	const isSettling = new Set(payoutOf.values());
	const paid = payouts.filter(({ id }) => isSettling.has(id));
	const all = [
		...settled.map((charge) => {
			const payout_id = payoutOf.get(charge.id)!;
			const credit = netOf(charge);
			return dated(charge, { description: 'Charge', charge_id: charge.id, payout_id, credit });
		}),
		...paid.map((payout) =>
			dated(payout, { description: 'Payout', payout_id: payout.id, debit: payout.source_amount }),
		),
	];
	const byTime = (one: DatedTransaction) => Date.parse(one.created_at);
	return all.sort((a, b) => byTime(b) - byTime(a) || (a.id > b.id ? -1 : 1));
}

/** Returns how much a charge adds to the balance: its amount in Singapore dollars, after fees. */
export function netOf({ amount, fixed_fee, discount_fee, exchange_rate }: Charge): number {
	return cents((amount - fixed_fee - discount_fee) * Number(exchange_rate));
}

function dated(
	{ id, created_at }: { id: string; created_at: string },
	fields: Partial<BalanceTransaction> & Pick<BalanceTransaction, 'description'>,
): DatedTransaction {
	const transaction: BalanceTransaction = {
		datetime: created_at,
		charge_id: null,
		order_id: null,
		payout_id: null,
		transfer_id: null,
		debit: null,
		credit: null,
		currency: 'sgd',
		...fields,
	};
	return { id, created_at, transaction };
}
