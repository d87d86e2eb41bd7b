import { nested, unchanged, recordType } from '../../output/recordType';
import { providersOf } from '../../shared/businessInfo';

/** docs/interface.md, Account status: a row for each provider, or one row without a provider. */
export const accountStatusRecord = recordType(
	{
		provider: unchanged,
		setup_status: unchanged,
		payment_enabled: unchanged,
		payout_enabled: unchanged,
		bank_account_status: unchanged,
		verification_status: nested('verification', 'overall_status'),
	},
	{
		business_verification: nested('verification', 'business_verification'),
		owner_verification: nested('verification', 'owner_verification'),
	},
	{
		keys: ['provider'],
		rows: (status) => {
			const rows = providersOf(status)?.map(([provider, setup]) => ({
				...setup,
				...status,
				provider,
			}));
			return rows?.length === 0 ? [status] : rows;
		},
	},
);
