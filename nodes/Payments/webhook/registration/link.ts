import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { enteredText } from '../../../../credentials/text';
import { ifFound } from '../../errors/httpFailure';
import { currencyOf, textOf } from '../../events/fields';
import { objects } from '../../events/objects';
import { rulesOf, toProperties } from '../../resources/fields';
import { money } from '../../resources/paymentRequest/parameters';
import { credentialType } from '../../run/credential';
import { unescaped } from '../../shared/html';
import { amountOf } from '../../shared/money';
import { hasMark, withMark, WORKFLOW_FIELD } from '../../shared/paymentLink';
import { isClosed } from '../../shared/paymentRequest';
import { isRecordOf } from '../../shared/record';
import { request } from '../../transport/triggerRequest';
import { inCurrency, text } from '../../validation/rules';
import { validate } from '../../validation/validate';
import { readRecord } from '../confirm/find';
import { type Found, type Registration, toList } from './found';
import { addressOf, registrationName, stateOf } from './identity';

/** The fields of a reusable payment link. `link` reads them, so nothing is routed. */
export const paymentLinkFields: INodeProperties[] = [
	...toProperties(money).map((field) => ({ ...field, required: true })),
	{
		displayName: 'Purpose',
		name: 'purpose',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. Workshop on 1 March',
		description: 'What customers pay for, which the checkout page shows',
		hint: 'If empty, customers read the name of the workflow',
	},
].map((field) => ({ ...field, displayOptions: { show: { mode: ['link'] } } }));

const paymentLinkRules = z
	.object({ ...rulesOf(money), purpose: text(255) })
	.superRefine(inCurrency);

export const link: Registration = {
	path: objects.payment_request.path,
	urlField: 'webhook',
	async find(context, name) {
		const query = { search: name, per_page: 100 };
		const { path } = this;
		const list = await request<{ data?: unknown } | null>(context, { method: 'GET', path, query });
		const found = toList(list?.data);
		// The search of the API is not documented, so the registered link is also requested by its ID.
		const { id } = stateOf(context);
		if (id !== undefined && !found.some((one) => one.id === id)) {
			const registered = await ifFound(readRecord(context, 'payment_request', id));
			found.unshift(...toList([registered]).filter((one) => isRecordOf(id, one)));
		}
		return found.filter(canBePaid);
	},
	// The API refuses to update a link that was paid, so an earlier text in front of the mark is left.
	hasName: ({ reference_number }, name) => hasMark(reference_number, name),
	desired(context) {
		const values = validate(context, paymentLinkRules, paymentLinkFields, {
			amount: context.getNodeParameter('amount'),
			currency: context.getNodeParameter('currency', '', { extractValue: true }),
			purpose: context.getNodeParameter('purpose', '') || context.getWorkflow().name,
		});
		return {
			...values,
			reference_number: withMark(values.purpose, registrationName(context)),
			allow_repeated_payments: 'true',
			// The list of payment requests shows the workflow of a link.
			metadata: { [WORKFLOW_FIELD]: context.getWorkflow().name ?? '' },
			webhook: addressOf(context),
		};
	},
	matches(found, desired) {
		const { purpose } = found;
		return (
			// The API may have escaped it for HTML.
			[purpose, unescaped(textOf(purpose) ?? '')].includes(desired.purpose) &&
			amountOf(found.amount) === amountOf(desired.amount) &&
			currencyOf(found) === currencyOf(desired)
		);
	},
	isReplaceable: true,
	/** Platforms earn a commission with it. */
	async headers(context) {
		const { platformKey } = await context.getCredentials(credentialType(context));
		const key = enteredText(platformKey);
		return key === '' ? {} : { 'X-PLATFORM-KEY': key };
	},
};

/** Returns whether a payment link is usable. With repeated payments, its status may be completed after the first. */
function canBePaid({ status, allow_repeated_payments: isRepeated }: Found): boolean {
	return status === 'completed' ? ['true', true].includes(isRepeated as string) : !isClosed(status);
}
