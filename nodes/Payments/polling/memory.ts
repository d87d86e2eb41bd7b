import type { IPollFunctions } from 'n8n-workflow';

import { BoundedMap } from '../shared/boundedMap';
import type { PollState } from './pollState';

/** How many triggers and credentials are kept (choice). They grow with the workflows, not with the records. */
const MAX_ENTRIES = 1_000;

const empty = () => ({
	inProgress: new Set<string>(),
	/** The newest state of each trigger: a copy of its static data may be older. */
	states: new BoundedMap<string, PollState>(MAX_ENTRIES),
	/** When each trigger last started an execution (`monotonic`): n8n saves its static data then, and only then. */
	savedAt: new BoundedMap<string, number>(MAX_ENTRIES),
	/** The ID of the business by a hash of the credential. */
	businesses: new BoundedMap<string, string>(MAX_ENTRIES),
});

/** The memory of this process. By workflow and node, since n8n may pass copies of static data. */
export const memory = {
	...empty(),
	/** Forgets everything, as n8n does when it is started again. */
	restart() {
		Object.assign(memory, empty());
	},
};

/** Returns the key of a trigger: its workflow and its name, as n8n keeps static data. */
export function triggerOf(context: IPollFunctions): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().name]);
}
