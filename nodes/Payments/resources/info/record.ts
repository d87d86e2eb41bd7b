import { nested, unchanged, type RecordType } from '../../output/recordType';
import { providersOf } from '../../shared/businessInfo';

/** docs/interface.md, Account status: a row of each provider, or one without a provider. */
export const accountStatusRecord: RecordType = {
	keys: ['provider'],
	fields: {
		bank_account_status: unchanged,
		business_verification: nested('verification', 'business_verification'),
		owner_verification: nested('verification', 'owner_verification'),
		payment_enabled: unchanged,
		payout_enabled: unchanged,
		provider: unchanged,
		setup_status: unchanged,
		verification_status: nested('verification', 'overall_status'),
	},
	simplified: [
		'provider',
		'setup_status',
		'payment_enabled',
		'payout_enabled',
		'bank_account_status',
		'verification_status',
	],
	rows: (status) => {
		const rows = providersOf(status)?.map(([provider, setup]) => ({
			...setup,
			...status,
			provider,
		}));
		return rows?.length === 0 ? [status] : rows;
	},
};
