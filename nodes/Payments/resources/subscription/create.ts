import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { withQrImage } from '../../output/qrImage';
import { qrImageFields } from '../../output/qrImageFields';
import { fitsCurrency, inCurrency, unknownValue } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { checkDependencies } from '../plan/parameters';
import {
	customCycle,
	customer_email,
	name,
	optional,
	plan_id,
	start_date,
	terms,
} from './parameters';
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

const [pictureField, ...otherPictureFields] = qrImageFields;

/** Shows a parameter for some kinds, and requires it in the editor then. The rules state the kinds that require it. */
const forKinds = <T>(parameter: field.Parameter<T>, ...kinds: string[]): field.Parameter<T> => ({
	...parameter,
	required: true,
	displayOptions: { show: { kind: kinds, ...parameter.displayOptions?.show } },
});

/** Shows an optional parameter for saved payment methods only. */
const forSaved = <T>(parameter: field.Parameter<T>): field.Parameter<T> => ({
	...parameter,
	displayOptions: { show: { '/kind': [SAVE] } },
});

/** The amount on the page if a payment method is only saved: nothing is charged by it. */
interface Displayed {
	/** In major units. */
	displayed_amount?: number;
	displayed_currency?: string;
}

const ofTerms = {
	amount: true,
	currency: true,
	cycle: true,
	cycle_repeat: true,
	cycle_frequency: true,
} as const;

const ofSaved = {
	displayed_amount: true,
	displayed_currency: true,
	start_date_method: true,
} as const;

export const create = operation.create({
	action: 'Create a subscription',
	description: 'Set up a page where a customer saves a payment method, and return its URL',
	url: '/v1/recurring-billing',
	parameters: {
		kind: field.choice('Subscription', 'What the customer subscribes to', kindOptions, PLAN, {
			isSent: false,
		}),
		plan_id: forKinds(plan_id, PLAN),
		name: forKinds(name, TERMS, SAVE),
		amount: forKinds(terms.amount, TERMS),
		currency: forKinds(terms.currency, TERMS),
		cycle: forKinds(terms.cycle, TERMS),
		cycle_repeat: forKinds(customCycle.cycle_repeat, TERMS),
		cycle_frequency: forKinds(customCycle.cycle_frequency, TERMS),
		customer_email,
		start_date: forKinds(start_date, PLAN, TERMS),
	},
	below: [
		{
			...pictureField,
			description: "The format of a QR code of the 'url', which is output as a file",
			hint: "With a picture, the editor opens the Binary view. The page is under Table and JSON, as 'url'.",
		},
		...otherPictureFields,
	],
	output: subscriptionRecord,
	extendOutput: (output) => withQrImage(subscriptionPicture, output),
	additionalFields: {
		...optional,
		// No two parameters of an operation have the same label: an agent has each by its label.
		displayed_amount: forSaved({
			...terms.amount,
			displayName: 'Displayed Amount',
			name: 'amount',
			description: 'The amount that the page shows, in major units',
		}),
		displayed_currency: forSaved({
			...terms.currency,
			displayName: 'Displayed Currency',
			name: 'currency',
		}),
		start_date_method: forSaved(
			field.choice(
				'Start Date Method',
				'When the customer is charged first',
				startOptions,
				'no_initial_charge',
			),
		),
	},
	rules: (schema) =>
		z
			.discriminatedUnion(
				'kind',
				[
					schema.omit({ ...ofTerms, ...ofSaved, name: true }).extend({ kind: z.literal(PLAN) }),
					schema.omit({ ...ofSaved, plan_id: true }).extend({ kind: z.literal(TERMS) }),
					schema
						.omit({ ...ofTerms, plan_id: true, start_date: true })
						.extend({ kind: z.literal(SAVE) }),
				],
				{ errorMap: () => ({ message: unknownValue(kindOptions) }) },
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
					...(kind === SAVE && {
						amount: displayed_amount,
						currency: displayed_currency,
						// Some sources have the older name.
						save_payment_method: 'true',
						save_card: 'true',
					}),
				};
			}),
	options: {
		// A list has the subscriptions of one status. A new subscription waits for the customer.
		lists: [{ status: 'scheduled' }, { status: 'active' }],
	},
});
