import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { createOnce } from '../../handlers/once/create/create';
import { withQrImage } from '../../output/qrImage';
import { qrImageFields } from '../../output/qrImageFields';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import type { Context } from '../../run/context';
import { hints, parameters } from '../../shared/messages/parameters';
import { fitsCurrency, inCurrency, oneOf, optional, ruleMessage } from '../../validation/rules';
import { additionalFields } from '../fields/collections';
import { checkDependencies } from '../plan/fields';
import type { Operation } from '../resource';
import {
	customCycleRules,
	emailField,
	nameField,
	optionalFields,
	optionalRules,
	planField,
	requiredRules,
	startDateField,
	termFields,
} from './fields';
import { subscriptionPicture, subscriptionRecord } from './record';

const PLAN = 'plan';
const TERMS = 'terms';
const SAVE = 'save';

const kindOptions: INodePropertyOptions[] = [
	{ name: 'From a Plan', value: PLAN, description: 'With the name, amount and cycle of a plan' },
	{
		name: 'Own Terms',
		value: TERMS,
		description: 'With the name, amount and cycle that you enter',
	},
	{
		name: 'Save a Payment Method Only',
		value: SAVE,
		description: 'Nothing is charged regularly: use Charge whenever you want',
	},
];

const startOptions: INodePropertyOptions[] = [
	{ name: 'No Initial Charge', value: 'no_initial_charge' },
	{ name: 'Sign-Up Date', value: 'sign_up_date' },
];

/** Shows a field for some kinds, beside its own conditions. */
function forKinds(field: INodeProperties, ...kinds: string[]): INodeProperties {
	return {
		...field,
		required: true,
		displayOptions: { show: { kind: kinds, ...field.displayOptions?.show } },
	};
}

const [amountField, currencyField, ...cycleFields] = termFields as [
	INodeProperties,
	INodeProperties,
	...INodeProperties[],
];
const [pictureField, ...otherPictureFields] = qrImageFields;

/** Shows an optional field for saved payment methods only. */
const forSaved = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { '/kind': [SAVE] } },
});

const fields: INodeProperties[] = [
	{
		displayName: 'Subscription',
		name: 'kind',
		type: 'options',
		options: kindOptions,
		default: PLAN,
		description: 'What the customer subscribes to',
	},
	forKinds(planField, PLAN),
	forKinds(nameField, TERMS, SAVE),
	...[amountField, currencyField, ...cycleFields].map((field) => forKinds(field, TERMS)),
	{ ...emailField, required: true },
	forKinds(startDateField, PLAN, TERMS),
	{
		...pictureField,
		description: "The format of a QR code of the 'url', which is output as a file",
		hint: "With a picture, the editor opens the Binary view. The page is under Table and JSON, as 'url'.",
	},
	...otherPictureFields,
	...outputFields(subscriptionRecord),
	additionalFields([
		...optionalFields,
		// No two parameters of an operation have the same label: an agent has each by its label.
		forSaved({
			...amountField,
			displayName: 'Displayed Amount',
			description: 'The amount that the page shows, in major units',
			routing: { send: { type: 'body', property: 'displayed_amount' } },
		}),
		forSaved({
			...currencyField,
			displayName: 'Displayed Currency',
			routing: { send: { type: 'body', property: 'displayed_currency' } },
		}),
		forSaved({
			displayName: 'Start Date Method',
			name: 'startDateMethod',
			type: 'options',
			options: startOptions,
			default: 'no_initial_charge',
			description: 'When the customer is charged first',
			routing: { send: { type: 'body', property: 'start_date_method' } },
		}),
	]),
];

const { name, amount, currency, cycle, plan_id, customer_email, start_date } = requiredRules;

const common = { customer_email, ...optionalRules };

const kinds = kindOptions.map(({ value }) => value).join(', ');

const rules = z
	.discriminatedUnion(
		'kind',
		[
			z.object({ ...common, kind: z.literal(PLAN), plan_id, start_date }),
			z.object({
				...common,
				kind: z.literal(TERMS),
				name,
				amount,
				currency,
				cycle,
				...customCycleRules,
				start_date,
			}),
			z.object({
				...common,
				kind: z.literal(SAVE),
				name,
				displayed_amount: optional(amount),
				displayed_currency: optional(currency),
				start_date_method: optional(oneOf(startOptions)),
			}),
		],
		{ errorMap: () => ({ message: ruleMessage(parameters.unknownValue(hints.oneOf(kinds))) }) },
	)
	.superRefine(checkDependencies)
	.superRefine(inCurrency)
	.superRefine((values, context) => {
		if (values.kind !== SAVE) return;
		const { displayed_amount, displayed_currency } = values;
		fitsCurrency(context, 'displayed_amount', displayed_amount, displayed_currency);
	})
	.transform(({ kind, ...body }) => {
		// If the kind is an expression, n8n sends the fields of all kinds: these must not replace the terms.
		const { displayed_amount, displayed_currency, ...others } = body as typeof body & Displayed;
		return {
			...others,
			// The API accepts these two only with a custom cycle.
			...('cycle' in body &&
				body.cycle !== 'custom' && { cycle_repeat: undefined, cycle_frequency: undefined }),
			...(kind === SAVE && {
				amount: displayed_amount,
				currency: displayed_currency,
				// Some sources have the older name.
				save_payment_method: 'true',
				save_card: 'true',
			}),
		};
	});

/** What the page shows if a payment method is only saved: nothing is charged by it. */
interface Displayed {
	/** In major units. */
	displayed_amount?: number;
	displayed_currency?: string;
}

/** Returns the kind, which is validated and decides about the others. */
function kindOf(context: Context): Record<string, unknown> {
	const kind = context.getNodeParameter('kind', '');
	return { kind: typeof kind === 'string' ? kind.trim() : kind };
}

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a subscription',
		description: 'Set up a page where a customer saves a payment method, and return its URL',
		routing: {
			request: { method: 'POST', url: '/v1/recurring-billing' },
			operations: {
				pagination: createOnce(
					rules,
					fields,
					withQrImage(subscriptionPicture, recordOutput(subscriptionRecord)),
					{
						extraValues: kindOf,
						// A list has those of one status. A new subscription waits for the customer.
						lists: [{ status: 'scheduled' }, { status: 'active' }],
					},
				),
			},
		},
	},
	fields,
};
