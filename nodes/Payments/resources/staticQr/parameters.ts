import type { z } from 'zod';

import { parameters } from '../../shared/messages/parameters';
import { amount, issue, text } from '../../validation/rules';
import * as field from '../fields';

export const name = field.text(
	'Name',
	'The name of the QR code in the dashboard, up to 255 characters',
	'e.g. Counter 1',
	{ rule: text(255) },
);

/** The optional parameters of a static QR code, in Create and in Update. */
export const optional = {
	amount: field.amount(
		'What a customer pays, in major units (12.50). With 0, the customer enters the amount.',
		{ rule: amount() },
	),
	currency: field.currency("The currency of 'Amount'"),
	location_id: field.location('The active location where the QR code is used'),
};

/** Checks that an amount has a currency. */
export function checkDependencies(values: Record<string, unknown>, context: z.RefinementCtx) {
	if (values.amount === undefined || values.currency !== undefined) return;
	issue(context, 'currency', parameters.currencyRequired);
}
