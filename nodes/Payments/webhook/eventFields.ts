import type { INodeProperties } from 'n8n-workflow';

import { canOccur, kinds, type Mode } from '../events/kinds';

const selectedByDefault: Record<Mode, string[]> = {
	requests: ['payment.completed', 'refund'],
	link: ['payment.completed'],
	account: ['charge.paid', 'refund'],
};

/**
 * Which events start the workflow: a parameter for each mode, with the events that can occur in it.
 *
 * With `/mode` in place of `mode`, the editor keeps the selected events when the mode changes: it resets each list whose
 * display depends on the parameter by that name, since it looks for the whole selection among the options.
 */
export const eventFields = Object.entries(selectedByDefault).map(
	([mode, selected]): INodeProperties => ({
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { '/mode': [mode] } },
		options: Object.entries(kinds)
			.filter(([event]) => canOccur(mode, event))
			.map(([value, kind]) => ({
				name: kind!.label,
				value,
				description: (mode === 'account' && kind!.ofAccount) || kind!.description,
			}))
			// By name, so that those of one kind of record are together.
			.sort((one, other) => (one.name < other.name ? -1 : 1)),
		default: [...selected],
		description:
			"Which events start the workflow. Events of other kinds always start it, with 'event' set to unknown.",
	}),
);

/** Returns the labels of the selected events that occur in other modes only. */
export function ofOtherModes(mode: unknown, events: unknown[]): string[] {
	return Object.entries(kinds)
		.filter(([event]) => events.includes(event) && !canOccur(mode, event))
		.map(([, kind]) => kind!.label);
}
