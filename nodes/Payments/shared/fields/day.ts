import type { INodeProperties } from 'n8n-workflow';

/** A day to filter by. n8n has no parameter for a day alone: the editor lets users choose a time, too. */
export const dayField = {
	type: 'dateTime',
	default: '',
	hint: 'Only the day counts',
} satisfies Partial<INodeProperties>;
