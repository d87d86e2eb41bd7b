import type { INodeProperties } from 'n8n-workflow';

/** A sentence that stands between the parameters of an operation that can not be undone. */
export function notice(text: string): INodeProperties {
	return { displayName: text, name: 'notice', type: 'notice', default: '' };
}

/** For every Delete. */
export const deletesForGood = notice('Each input item deletes a record for good');
