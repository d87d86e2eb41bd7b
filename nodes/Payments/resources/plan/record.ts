import type { IDataObject } from 'n8n-workflow';

import { amount, unchanged, time, recordType } from '../../output/recordType';

/** docs/interface.md, Subscription plan. */
export const planRecord = recordType(
	{
		id: unchanged,
		name: unchanged,
		amount,
		currency: unchanged,
		cycle: unchanged,
		cycle_in_words: cycleInWords,
		reference: unchanged,
		created_at: time,
	},
	{
		cycle_frequency: unchanged,
		cycle_repeat: unchanged,
		description: unchanged,
		updated_at: time,
	},
);

/** Returns how often a plan charges a customer: `Monthly`, or `Every 2 weeks` for a custom cycle. */
export function cycleInWords(plan: IDataObject): string | undefined {
	const { cycle, cycle_repeat: count, cycle_frequency: unit } = plan;
	if (cycle === 'custom' && typeof count === 'number' && typeof unit === 'string') {
		return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
	}
	return typeof cycle === 'string' ? cycle.charAt(0).toUpperCase() + cycle.slice(1) : undefined;
}
