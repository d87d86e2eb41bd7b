import type { INodeProperties } from 'n8n-workflow';

/** A day to filter by. n8n has no parameter for a day alone: the editor lets users choose a time, too. */
export const dayField = {
	type: 'dateTime',
	default: '',
	hint: 'Only the day counts',
} satisfies Partial<INodeProperties>;

/** A sentence of the description of the first day: an expression that works there. */
export const DAY_EXPRESSION =
	'For seven days ago, enter the expression <code>{{ $today.minus({ days: 7 }) }}</code>.';
