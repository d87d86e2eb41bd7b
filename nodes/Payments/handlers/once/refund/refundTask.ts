import type { IDataObject } from 'n8n-workflow';

import { operationError } from '../../../errors/nodeErrors';
import type { Context, RequestData } from '../../../run/context';
import { refunds } from '../../../shared/messages/refunds';
import { toTenThousandths } from '../../../shared/money';
import { compareVersion, readFresh, type Read, type Reading } from '../freshness';
import type { Entry } from '../ledger/entry';
import { memory } from '../ledger/memory';
import type { Resend, Sent } from '../machine';
import { type RequestedAmount } from './refundAmount';
import { readCharge, refundedOf, type Charge, type ChargeRead } from './refundedCharge';
import { withPlanned } from './refundPreview';

/** A refund of an item. */
export interface RefundTask {
	context: Context;
	request: RequestData;
	/** The URL of the API. */
	api: string;
	entry: Entry<ChargeRead>;
	/** The result of the search for the charge, until a read uses it. */
	found?: Reading<ChargeRead>;
	/** The ID in the item's parameters. */
	id: string;
	amount: RequestedAmount;
}

/** Reads the charge. @returns nothing if the credential may not read charges @throws an error if there is none */
export async function readNow(task: RefundTask): Promise<ChargeRead | undefined> {
	const { context, entry, found } = task;
	const { subject } = entry;
	task.found = undefined;
	let reading = found;
	if (!found || found.kind === 'fresh') {
		// The result of the search is as good as a read, unless another item has sent something since.
		const isCurrent = found && memory.ledger.isUntouched(entry, found.value.at);
		const first = isCurrent ? compareVersion(subject, readOf(found.value)) : undefined;
		reading = await readFresh(context, subject, readerOf(task), first);
	}
	switch (reading?.kind) {
		case 'fresh':
			return withPlanned(task, reading.value);
		case 'notAllowed':
			return undefined;
		default:
			throw operationError(context, refunds.chargeNotFound);
	}
}

/** Returns a function that reads the charge once. */
export function readerOf({ context, request, entry }: RefundTask) {
	return async () => {
		const found = await readCharge(context, request, entry.subjectId);
		return found && readOf(found);
	};
}

/** Returns a charge that was read with its refunded total, by which its versions are compared. */
export function readOf(value: ChargeRead): Read<ChargeRead> {
	return { value, record: value.charge, totals: { refunded: refundedOf(value.charge) } };
}

/** Returns how much of a charge is refunded, in ten-thousandths; NaN if that is unknown. */
export function refundedTotal(charge: Charge): number {
	return toTenThousandths(refundedOf(charge));
}

/**
 * Returns the request of a refund.
 *
 * @param amount in major units
 * @param payment_id the ID that the refund names
 * @param snapshot the charge before; nothing if the credential may not read it
 */
export function sentOf(
	{ request }: RefundTask,
	amount: number,
	payment_id: string,
	resend: Resend,
	snapshot?: ChargeRead,
): Sent<ChargeRead> {
	const body = { ...(request.options.body as IDataObject), amount, payment_id };
	const options = { ...request.options, body };
	const base = snapshot && refundedTotal(snapshot.charge);
	const currency = snapshot?.charge.currency;
	return { options, snapshot, resend, base, moves: toTenThousandths(amount), currency };
}
