import { joined, nested, recordType, time, unchanged } from '../../output/recordType';

/** docs/interface.md, Virtual account. */
export const virtualAccountRecord = recordType(
	{
		id: unchanged,
		name: unchanged,
		reference: unchanged,
		payment_provider: unchanged,
		payment_provider_method: unchanged,
		supported_currencies: joined,
		transfer_types: joined,
		status: unchanged,
		created_at: time,
	},
	{
		address: unchanged,
		created_by: nested('created_by', 'display_name'),
		payment_provider_method_logos: unchanged,
		payment_provider_method_main_logo: unchanged,
		updated_at: time,
	},
);
