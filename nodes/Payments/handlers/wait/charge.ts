import type { IDataObject } from 'n8n-workflow';

import { isNotFoundOrRejected, statusOf } from '../../errors/httpFailure';
import { isId, recordPath } from '../../shared/id';
import { paidPayment } from '../../shared/paymentRequest';
import { isRecordOf } from '../../shared/record';

/**
 * Adds the charge to a payment request that was paid, as `charge`. Without it, if the credential may not read charges, or if it is not found.
 *
 * @param read reads a path of the Payments API
 */
export async function withCharge(
	record: IDataObject,
	read: (path: string) => Promise<unknown>,
): Promise<IDataObject> {
	const id = paidPayment(record)?.id;
	if (!isId(id)) return record;
	const charge = await read(recordPath('/v1/charges', id)).catch((error: unknown) => {
		if (statusOf(error) !== 403 && !isNotFoundOrRejected(error)) throw error;
	});
	return isRecordOf(id, charge) ? { ...record, charge: charge as IDataObject } : record;
}
