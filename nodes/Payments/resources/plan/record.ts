import { amount, same, time, type RecordType } from '../../shared/output';

/** docs/interface.md, Subscription plan. */
export const planRecord: RecordType = {
	fields: {
		id: same,
		amount,
		created_at: time,
		currency: same,
		cycle: same,
		cycle_frequency: same,
		cycle_repeat: same,
		description: same,
		name: same,
		reference: same,
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
