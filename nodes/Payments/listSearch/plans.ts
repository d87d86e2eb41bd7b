import { line, money, words } from './label';
import { byNumber, listOf } from './list';

/** The fields of a plan's label (docs/interface.md, Subscription plan). */
interface Plan {
	name?: string;
	amount?: number;
	currency?: string;
	cycle?: string;
	cycle_repeat?: number | null;
	cycle_frequency?: string | null;
}

/** Lists plans, searched by their labels: the API cannot search them. */
export const searchPlans = listOf<Plan>({
	path: '/v1/subscription-plan',
	paging: byNumber(),
	label: (plan) => line(plan.name, money(plan.amount, plan.currency), cycleOf(plan)),
});

function cycleOf({ cycle, cycle_repeat: count, cycle_frequency: unit }: Plan): string {
	if (cycle !== 'custom' || !count || !unit) return words(cycle);
	return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
}
