import type { IDataObject } from 'n8n-workflow';

import { lastDigits } from '../../output/lastDigits';
import { amount, nested, time, unchanged, recordType } from '../../output/recordType';

/** docs/interface.md, POST /v1/transfers/estimate. */
export const estimateRecord = recordType(
	{
		beneficiary_id: unchanged,
		source_amount: amount,
		payment_amount: amount,
		source_currency: unchanged,
		source_amount_fees: amount,
		payment_currency: unchanged,
		payment_amount_fees: amount,
		exchange_rate: unchanged,
		fee_payer: unchanged,
		fee_currency: unchanged,
	},
	{ fx_pair: unchanged },
	{
		// The Payments API returns no ID: the node adds that of the beneficiary.
		keys: ['beneficiary_id', 'source_amount', 'payment_amount'],
		descriptions: {
			exchange_rate: 'How much of Payment Currency one unit of Source Currency is',
			fee_currency: 'The currency of the fees',
			fee_payer: 'Who pays the fees: payer, which is your business, or beneficiary',
			fx_pair: 'Both currencies, such as sgdmyr',
			payment_amount_fees: 'The fees in Payment Currency',
			payment_currency: 'The currency of the account of the beneficiary',
			source_amount_fees: 'The fees in Source Currency',
			source_currency: 'The currency that the business pays in',
		},
	},
);

/** docs/interface.md, Transfer. The whole account number is only in Raw: it does not belong into a sheet. */
export const transferRecord = recordType(
	{
		id: unchanged,
		payment_amount: amount,
		payment_currency: unchanged,
		status: unchanged,
		beneficiary_holder_name: nested('beneficiary', 'holder_name'),
		beneficiary_bank_name: nested('beneficiary', 'bank_name'),
		beneficiary_account_last4: ({ beneficiary }) =>
			lastDigits((beneficiary as IDataObject | null | undefined)?.account_number),
		fee_amount: ({ fee }) => amount((fee ?? {}) as IDataObject, 'amount'),
		reference: unchanged,
		created_at: time,
	},
	{
		beneficiary_id: nested('beneficiary', 'id'),
		beneficiary_nickname: nested('beneficiary', 'nickname'),
		exchange_rate: unchanged,
		fee_currency: nested('fee', 'currency'),
		fee_paid_by: nested('fee', 'paid_by'),
		remark: unchanged,
		source_amount: amount,
		source_currency: unchanged,
		updated_at: time,
	},
);
