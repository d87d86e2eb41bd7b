import { amount, unchanged, time, type RecordType } from '../../output/recordType';

/** docs/interface.md, Subscription plan. */
export const planRecord: RecordType = {
	fields: {
		id: unchanged,
		amount,
		created_at: time,
		currency: unchanged,
		cycle: unchanged,
		cycle_frequency: unchanged,
		cycle_repeat: unchanged,
		description: unchanged,
		name: unchanged,
		reference: unchanged,
		updated_at: time,
	},
	simplified: [
		'id',
		'name',
		'amount',
		'currency',
		'cycle',
		'cycle_repeat',
		'cycle_frequency',
		'reference',
		'created_at',
	],
};
