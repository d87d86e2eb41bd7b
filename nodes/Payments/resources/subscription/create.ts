import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { withQrImage } from '../../output/qrImage';
import { qrImageFields } from '../../output/qrImageFields';
import { SERVICE_ZONE } from '../../shared/time';
import { inCurrency, unknownValue } from '../../validation/rules';
import * as field from '../fields';
import { createsAnother, notice, pictureNotice } from '../fields/notice';
import * as operation from '../operation';
import { chargedOnce, checkDependencies } from '../plan/parameters';
import {
	customCycle,
	customer_email,
	name,
	onlyNew,
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

const forKinds = <T>(parameter: field.Parameter<T>, ...kinds: string[]) =>
	field.shownFor({ kind: kinds }, parameter);

/** Shows an optional parameter for some kinds. */
const onlyFor = <T>(parameter: field.Parameter<T>, ...kinds: string[]): field.Parameter<T> => ({
	...parameter,
	displayOptions: { show: { '/kind': kinds } },
});

const ofCycle = { cycle: true, cycle_repeat: true, cycle_frequency: true } as const;
const ofSaved = { start_date_method: true } as const;

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
		amount: forKinds(terms.amount, TERMS, SAVE),
		currency: forKinds(terms.currency, TERMS, SAVE),
		cycle: forKinds(terms.cycle, TERMS),
		cycle_repeat: forKinds(customCycle.cycle_repeat, TERMS),
		cycle_frequency: forKinds(customCycle.cycle_frequency, TERMS),
		customer_email,
		start_date: forKinds(field.presetToday(start_date, SERVICE_ZONE), PLAN, TERMS),
	},
	below: [
		createsAnother,
		{ ...chargedOnce, displayOptions: { show: { kind: [PLAN, TERMS] } } },
		{
			...notice(
				"Nothing is charged now. The page shows 'Amount'. To charge the customer, use Charge.",
			),
			name: 'saveNotice',
			displayOptions: { show: { kind: [SAVE] } },
		},
		{
			...pictureField,
			description: "The format of a QR code of the 'url', which is output as a file",
		},
		pictureNotice("The editor opens the Binary view. The page is under Table and JSON, as 'url'."),
		...otherPictureFields,
	],
	output: subscriptionRecord,
	extendOutput: (output) => withQrImage(subscriptionPicture, output),
	additionalFields: {
		...optional,
		...onlyNew,
		// Some sources refuse it where a payment method is only saved (docs/dialects.md, row 40).
		times_to_be_charged: onlyFor(onlyNew.times_to_be_charged, PLAN, TERMS),
		start_date_method: onlyFor(
			field.choice(
				'Start Date Method',
				'When the customer is charged first',
				startOptions,
				'no_initial_charge',
			),
			SAVE,
		),
	},
	rules: (schema) =>
		z
			.discriminatedUnion(
				'kind',
				[
					schema
						.omit({ ...ofCycle, ...ofSaved, amount: true, currency: true, name: true })
						.extend({ kind: z.literal(PLAN) }),
					schema.omit({ ...ofSaved, plan_id: true }).extend({ kind: z.literal(TERMS) }),
					schema
						.omit({ ...ofCycle, plan_id: true, start_date: true, times_to_be_charged: true })
						.extend({ kind: z.literal(SAVE) }),
				],
				{ errorMap: () => ({ message: unknownValue(kindOptions) }) },
			)
			.superRefine(checkDependencies)
			.superRefine(inCurrency)
			.transform(({ kind, ...body }) => ({
				...body,
				// Some sources have the older name.
				...(kind === SAVE && { save_payment_method: 'true', save_card: 'true' }),
			})),
	options: {
		// A list has the subscriptions of one status. A new subscription waits for the customer.
		lists: [{ status: 'scheduled' }, { status: 'active' }],
	},
});
