import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { inCurrency } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { checkDependencies, name, optional } from './parameters';
import { staticQrRecord } from './record';

/** The rules for the changes with the currency of the QR code. */
const changeRules = z.record(z.unknown()).superRefine(checkDependencies).superRefine(inCurrency);

/** Returns the currency of a code if its amount changes. */
function required({ currency }: IDataObject, { amount }: IDataObject): IDataObject {
	return amount === undefined ? {} : { currency };
}

export const update = operation.update({
	action: 'Update a static QR code',
	description:
		"Change the amount, the name or the location of a code: print it again if 'qr_value' changes",
	method: 'PUT',
	url: '/v1/static_qr/{static_qr_id}',
	parameters: { static_qr_id: field.staticQr() },
	output: staticQrRecord,
	updateFields: { name, ...optional },
	rules: (schema) => schema.superRefine(inCurrency),
	options: { required, changeRules },
});
