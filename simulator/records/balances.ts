import { cents } from './charges';
import type { Random } from './sample/random';
import type { AccountStatus, Balance } from './types';

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
