import { lastDigits } from '../../output/lastDigits';
import { nested, recordType, time, unchanged } from '../../output/recordType';

/** docs/interface.md, Beneficiary. The whole account number is only in Raw: it does not belong into a sheet. */
export const beneficiaryRecord = recordType(
	{
		id: unchanged,
		nickname: unchanged,
		holder_name: unchanged,
		country: unchanged,
		currency: unchanged,
		bank_name: unchanged,
		account_last4: ({ account_number }) => lastDigits(account_number),
		status: unchanged,
		created_at: time,
	},
	{
		bank_branch_code: unchanged,
		bank_id: unchanged,
		bank_swift_code: unchanged,
		created_by_name: nested('created_by', 'display_name'),
		email: unchanged,
		holder_type: unchanged,
		is_favourite: unchanged,
		remark: unchanged,
		transfer_method: unchanged,
		transfer_type: unchanged,
		updated_at: time,
	},
);
