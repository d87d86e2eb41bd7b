import type { IDataObject } from 'n8n-workflow';

import { operationError } from '../../../errors/nodeErrors';
import { isUnsuccessful } from '../../../shared/chargeStatus';
import { ordinal } from '../../../shared/messages/message';
import { transfers } from '../../../shared/messages/transfers';
import { idTextOf } from '../../../shared/record';
import { plannedFor } from '../../preview';
import { SETTLED_MS } from '../ledger/lifetimes';
import { memory } from '../ledger/memory';
import { snapshotIdOf } from '../snapshot/snapshot';
import { hasReference, isOfTerms, sameReference, sentByOthers } from './transferEvidence';
import type { TransferTask } from './transferTask';

/**
 * Returns from when on (`monotonic`) reads show all transfers with the reference, also one that was sent before a restart, or
 * made although it was refused.
 */
export function allShownAt(task: TransferTask): number {
	const refused = sentByOthers(task, 'refused').map(({ at }) => at!);
	return Math.max(memory.ledger.startedAt, ...refused) + SETTLED_MS;
}

/** @throws an error if another transfer has, or may have, the reference, unless that one moved no money */
export function checkReference(task: TransferTask, records: IDataObject[]) {
	const { context, entry, terms } = task;
	const { reference } = terms;
	const planned = plannedFor(context, entry.subject).find(({ body }) =>
		sameReference(body.reference, reference),
	);
	if (planned) {
		const item = ordinal(planned.item + 1);
		throw operationError(context, transfers.repeatedInPreview(reference, item));
	}
	const isFailed = ({ status }: IDataObject) => isUnsuccessful(status);
	const failed = records.filter(isFailed).map(snapshotIdOf);
	if (
		records.some((one) => !isFailed(one) && sameReference(one.reference, reference)) ||
		sentByOthers(task, 'made').some(({ recordId }) => !failed.includes(recordId!))
	) {
		throw operationError(context, transfers.repeatedReference(reference));
	}
	if (sentByOthers(task, 'unknown').length > 0) {
		throw operationError(context, transfers.maybeRepeatedReference(reference));
	}
	const unknown = nameless(task, records).filter((one) => !isFailed(one));
	if (unknown.length > 0) {
		const ids = unknown.map(idTextOf).join(', ');
		throw operationError(context, transfers.unknownReference(reference, ids));
	}
}

/**
 * Returns the transfers of these terms that may have the reference, if no transfer shows one (docs/dialects.md, row 51). Those
 * of this process have other ones.
 */
function nameless({ entry, terms }: TransferTask, records: IDataObject[]): IDataObject[] {
	if (records.some((one) => hasReference(one.reference))) return [];
	const own = memory.ledger.others(entry).map(({ recordId }) => recordId);
	return records.filter((one) => isOfTerms(one, terms) && !own.includes(snapshotIdOf(one)));
}
