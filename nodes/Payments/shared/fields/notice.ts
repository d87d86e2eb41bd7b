import type { INodeProperties } from 'n8n-workflow';

/** Returns a notice for an operation that cannot be undone. */
export function notice(text: string): INodeProperties {
	return { displayName: text, name: 'notice', type: 'notice', default: '' };
}

/** For every Delete. */
export const deletesForGood = notice('Each input item permanently deletes a record');
