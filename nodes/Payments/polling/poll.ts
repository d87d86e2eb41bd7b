import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { operationError } from '../errors/nodeErrors';
import type { PaymentEvent } from '../events/event';
import { recordMapper } from '../output/simplify';
import { isKnown } from '../run/eachEventOnce';
import { pollingMessages } from '../shared/messages/polling';
import { HOUR_MS } from '../shared/time';
import { monotonic } from '../transport/clock';
import { triggerError } from '../validation/triggerError';
import { businessOf } from './business';
import { createdAt, type ToItem } from './comparison';
import { fields } from './fields';
import { memory, triggerOf } from './memory';
import { eventsOf } from './notified';
import { readParameters, type PollParameters } from './parameters';
import { newestState, type PollState } from './pollState';
import { readChanges, readSome } from './read';

/** The maximum number of records that a manual run returns. */
const MAX_SAMPLES = 10;

/**
 * Polls for changes; or returns the newest records in a manual run, which records nothing.
 *
 * @returns the changes, the oldest first; null if there are none. In a manual run, samples, the newest first
 * @throws NodeApiError or NodeOperationError; nothing was recorded, so the next poll finds the same changes
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await (this.getMode() === 'manual' ? samples(this) : newItems(this));
	} catch (thrown) {
		throw await triggerError(this, thrown, fields);
	}
}

async function samples(context: IPollFunctions) {
	const parameters = await readParameters(context);
	const toItem = itemMapper(context, parameters);
	const { list, sampleFilters } = parameters;
	const found = await readSome(context, parameters, sampleFilters, MAX_SAMPLES);
	const time = (record: IDataObject) => createdAt(record) ?? 0;
	const records = found.sort((a, b) => time(b) - time(a)).slice(0, MAX_SAMPLES);
	if (records.length === 0) {
		throw operationError(context, pollingMessages.noSamples(list.name));
	}
	return [records.map((record) => toItem(record, null))];
}

async function newItems(context: IPollFunctions) {
	const { inProgress, states } = memory;
	const trigger = triggerOf(context);
	// n8n starts a poll on time, even if the previous one is in progress.
	if (inProgress.has(trigger)) return null;
	inProgress.add(trigger);
	try {
		const data = context.getWorkflowStaticData('node') as { memory?: PollState };
		const parameters = await readParameters(context);
		const toItem = itemMapper(context, parameters);
		const recorded = newestState([states.get(trigger), data.memory], parameters.key);
		const business = (await businessOf(context, recorded?.business)) ?? recorded?.business;
		const isOther = recorded?.business !== undefined && recorded.business !== business;
		const previous = isOther ? undefined : recorded;
		// It grows in a process even if the clock is set back. Of two processes, the later one counts.
		const revision = Math.max((recorded?.revision ?? 0) + 1, Date.now());
		const polled = { ...parameters, business, revision };
		const { items, state } = await readChanges(context, polled, previous, toItem);
		// The state is recorded last, when nothing can fail any more.
		if (state) {
			data.memory = state;
			states.set(trigger, state);
		}
		return toStart(context, trigger, items);
	} finally {
		inProgress.delete(trigger);
	}
}

/**
 * Returns the items that start an execution, which stops those that were notified. If all were, there is none but once an
 * hour: n8n saves the state then, so that no more records than of that hour are compared again after a restart.
 */
function toStart(context: IPollFunctions, trigger: string, items: INodeExecutionData[]) {
	const { savedAt } = memory;
	const { id: workflow } = context.getWorkflow();
	const left = items.filter(({ json }) => !idsOf(json).some((one) => isKnown(workflow, one)));
	const isDue = monotonic() - (savedAt.get(trigger) ?? Number.NEGATIVE_INFINITY) >= HOUR_MS;
	if (items.length === 0 || (left.length === 0 && !isDue)) return null;
	savedAt.set(trigger, monotonic());
	return [left.length > 0 ? left : items];
}

/** Returns a function that makes an item of a record, by the parameters. */
function itemMapper(context: IPollFunctions, { list, notified }: PollParameters): ToItem {
	const mapRecord = recordMapper(list.type)(context);
	return (record, previousStatus) => ({
		json: {
			...mapRecord(record),
			...(list.changes && { previous_status: previousStatus }),
			...(notified && identityOf(eventsOf(notified, record))),
		},
	});
}

/** Returns the fields that identify an event. `execute` takes out `event_ids`, those of all events that may be notified instead. */
function identityOf(events: [PaymentEvent, ...PaymentEvent[]]): IDataObject {
	const [{ event, event_id }] = events;
	return { event, event_id, event_ids: events.map((one) => one.event_id) };
}

/** Returns the IDs of an item's event; none if records do not wait for notifications. */
export function idsOf({ event_ids = [] }: IDataObject): string[] {
	return event_ids as string[];
}
