import type { IDataObject } from 'n8n-workflow';

import { isUnsuccessful } from '../../shared/chargeStatus';
import type { Context, RequestData } from '../../shared/context';
import { operationError } from '../../shared/errors/nodeErrors';
import { refunds } from '../../shared/messages/refunds';
import { isRecordOf } from '../../shared/record';
import { wait } from '../../transport/clock';
import { read } from '../../transport/send';
import type { Attempt } from '../idempotency/attempts';
import { RECHECK_DELAYS_MS } from '../idempotency/sendAtMostOnce';
import { readCharge, type Charge } from './charge';
import type { Before, ChargeMemory } from './chargeMemory';
import { findRefund } from './findRefund';

/**
 * Reads a charge until it shows all that this process knows of it: a read may come from a copy of the data that is
 * behind, and an earlier refund may still be in progress.
 *
 * @param known the attempt of the refund that is about to be sent
 * @param readBefore the charge as it was read last
 * @throws an error if it does not
 */
export async function upToDate(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	memory: ChargeMemory,
	readBefore: Charge,
): Promise<Charge> {
	let charge = readBefore;
	for (const delay of RECHECK_DELAYS_MS) {
		if (delay > 0) {
			await wait(delay, context.getExecutionCancelSignal());
			charge = (await readCharge(context, request, charge.id)) ?? charge;
		}
		if (memory.isBehind(charge)) continue;
		memory.see(charge);
		for (const other of memory.othersUnconfirmed(known)) confirmEarlier(memory, other, charge);
		if (!memory.isOnHold(known)) return charge;
	}
	const message = memory.isBehind(charge) ? refunds.outdatedCharge : refunds.earlierUnconfirmed;
	throw operationError(context, message(charge.id));
}

/** Reads the own refunds of a charge that were pending, and records those that failed since. */
export async function forgetFailed(context: Context, request: RequestData, memory: ChargeMemory) {
	for (const id of memory.pendingIds()) {
		const url = `/v1/refund/${encodeURIComponent(id)}`;
		const found = await read(context, request, url).catch(() => undefined);
		if (isRecordOf(id, found) && isUnsuccessful((found as IDataObject).status)) memory.failed(id);
	}
}

/** Records an earlier refund if the charge shows by now that it was made. */
function confirmEarlier(memory: ChargeMemory, earlier: Attempt<Before>, charge: Charge) {
	const { before } = earlier.open!;
	const finding = findRefund(memory, before, charge, []);
	if (!('record' in finding)) return;
	earlier.record = finding.record;
	memory.made(earlier, before, finding.record);
}
