import type { IDataObject } from 'n8n-workflow';

import type { RecordType } from '../../output/recordType';
import { partPicker, picker, type OutputChoice } from '../../output/simplify';
import { isPaidRequest } from '../../shared/paymentRequest';

/** The types of the records in the output. */
export interface PaymentTypes {
	request: RecordType;
	charge: RecordType;
}

/** Returns the output of a payment request: whether it was paid, and the charge if it was read. */
export function withPayment(
	{ request, charge }: PaymentTypes,
	choice: OutputChoice,
	record: IDataObject,
): IDataObject {
	return {
		paid: isPaidRequest(record),
		...picker(request, choice)(record),
		charge: record.charge ? partPicker(charge, choice)(record.charge as IDataObject) : null,
	};
}
