import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { BoundedMap } from '../shared/boundedMap';
import { webhookMessages } from '../shared/messages/webhooks';
import { runExclusive } from './exclusive';

/**
 * How many events n8n remembers of a workflow (choice), as many as this process remembers of a trigger. n8n writes the whole
 * list with each event, 24 bytes each.
 */
const MAX_EVENTS = 10_000;

/** Begins each entry of that list: a Remove Duplicates node may add the event IDs themselves, since n8n has one list of a workflow. */
const MARK = 'started by ';

/** How many events this process remembers of all workflows: 10 MB (choice). */
const MAX_KNOWN = 50_000;

/** The modes of executions that an event starts. A user asks for a manual run and a retry. */
const BY_EVENT = ['trigger', 'webhook'];

/** Whether an event starts the workflow once; `startsOnce` reads it by its name. */
export const eachEventOnceOption: INodeProperties = {
	displayName: 'Each Event Once',
	name: 'eachEventOnce',
	type: 'boolean',
	default: false,
	description:
		"Whether n8n remembers the last 10,000 events that started the workflow, and stops one that is delivered again, also after n8n was started again. A Payments Poll Trigger in the same workflow needs this for 'Only What Was Not Notified'.",
};

/** Returns whether the option is set. @param options the node's options */
export function startsOnce(options: unknown): boolean {
	return (options as IDataObject).eachEventOnce === true;
}

const empty = () => ({
	/** Events of which this process knows that they were recorded, by workflow. */
	known: new BoundedMap<string, true>(MAX_KNOWN),
});

/** The memory of this process. */
export const memory = {
	...empty(),
	/** Forgets everything, as n8n does when it is started again. */
	restart() {
		Object.assign(memory, empty());
	},
};

/** Returns whether this process recorded an event; if not, n8n's database may have it. */
export function isKnown(workflow: string | undefined, id: string): boolean {
	return memory.known.has(keyOf(workflow, id));
}

/**
 * Returns the items whose events have not started the workflow, and records them in n8n's database, for all triggers of the
 * workflow. If n8n cannot record them, all are returned that this process does not know: rather twice than never.
 *
 * @param idsOf returns the IDs of an item's event: one of them that is recorded is enough
 */
export async function onlyNew(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	idsOf: (item: INodeExecutionData) => string[],
): Promise<INodeExecutionData[]> {
	const marksOf = (item: INodeExecutionData) => idsOf(item).map((id) => MARK + id);
	const marks = [...new Set(items.flatMap(marksOf))];
	if (marks.length === 0 || !BY_EVENT.includes(context.getMode())) return items;
	const { id: workflow } = context.getWorkflow();
	try {
		const { processed } = await runExclusive(`events of ${workflow}`, async () => {
			// n8n reads and writes its list without a lock.
			const options = { mode: 'entries' as const, maxEntries: MAX_EVENTS };
			return await context.helpers.checkProcessedAndRecord(marks, 'workflow', options);
		});
		for (const id of items.flatMap(idsOf)) memory.known.set(keyOf(workflow, id), true);
		const started = new Set(processed);
		return items.filter((item) => !marksOf(item).some((mark) => started.has(mark)));
	} catch {
		const message = Object.values(webhookMessages.eventNotRecorded).join('. ');
		context.addExecutionHints({ message, location: 'outputPane' });
		return items.filter((item) => !idsOf(item).some((id) => isKnown(workflow, id)));
	}
}

const keyOf = (workflow: string | undefined, id: string) => `${workflow} ${id}`;
