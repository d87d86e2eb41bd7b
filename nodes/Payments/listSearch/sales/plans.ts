import type { IDataObject } from 'n8n-workflow';

import { cycleInWords } from '../../resources/plan/record';
import { money } from '../../shared/money';
import { line } from '../label';
import { listOf } from '../list';
import { byEither } from '../paging';

/** Lists plans, searched by their labels: the API cannot search them. */
export const searchPlans = listOf<IDataObject>({
	path: '/v1/subscription-plan',
	paging: byEither(),
	label: (plan) => line(plan.name, money(plan.amount, plan.currency), cycleInWords(plan)),
});
