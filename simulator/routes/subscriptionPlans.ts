import type { FastifyInstance } from 'fastify';
import { invalid } from '../errors';
import type { SubscriptionPlan } from '../records/types';
import type { Service } from '../service';

interface Body {
	name: string;
	cycle: 'weekly' | 'monthly' | 'yearly' | 'custom';
	amount: number;
	description?: string;
	cycle_frequency?: string | null;
	cycle_repeat?: number | null;
	currency?: string;
	reference?: string;
	redirect_url?: string;
	start_date_method?: string;
	fixed_date?: number;
	times_to_be_charged?: number;
}

const frequencies = ['day', 'week', 'month', 'year'] as const;
const onlyCustom = {
	type: 'null',
	description: 'must not be sent unless cycle is custom',
} as const;

const body = {
	type: 'object',
	required: ['name', 'cycle', 'amount'],
	properties: {
		name: { type: 'string', minLength: 1, description: 'must be a text that is not empty' },
		cycle: { type: 'string', enum: ['weekly', 'monthly', 'yearly', 'custom'] },
		amount: {
			type: 'number',
			maximum: 999999.99,
			description: 'must be a number of at most 999999.99',
		},
		description: { type: 'string' },
		currency: {
			type: 'string',
			pattern: '^[A-Za-z]{3}$',
			description: 'must be a currency code of three letters',
		},
		reference: {
			type: 'string',
			maxLength: 255,
			description: 'must be a text of at most 255 characters',
		},
		redirect_url: { type: 'string' },
		start_date_method: {
			type: 'string',
			enum: ['sign_up_date', 'customer_select_date', 'fixed_date'],
		},
		fixed_date: {
			type: 'integer',
			minimum: 1,
			maximum: 28,
			description: 'must be an integer from 1 to 28',
		},
		times_to_be_charged: {
			type: 'integer',
			minimum: 1,
			maximum: 100,
			description: 'must be an integer from 1 to 100',
		},
	},
	allOf: [
		{
			if: { required: ['cycle'], properties: { cycle: { const: 'custom' } } },
			then: {
				required: ['cycle_repeat', 'cycle_frequency'],
				description: 'when cycle is custom',
				properties: {
					cycle_repeat: {
						type: 'integer',
						minimum: 1,
						description: 'must be an integer of at least 1',
					},
					cycle_frequency: { type: 'string', enum: frequencies },
				},
			},
			else: { properties: { cycle_repeat: onlyCustom, cycle_frequency: onlyCustom } },
		},
		{
			if: {
				required: ['start_date_method'],
				properties: { start_date_method: { const: 'fixed_date' } },
			},
			then: {
				required: ['fixed_date'],
				description: 'when start_date_method is fixed_date',
			},
		},
	],
} as const;

/** Least amounts, which the interface says depend on the currency without saying how: a choice. */
const leastAmounts: Record<string, number> = { sgd: 0.3, usd: 0.5, myr: 1 };
const LEAST_AMOUNT = 0.3;

/** Subscription plans (docs/interface.md, POST /v1/subscription-plan). */
export function subscriptionPlanRoutes(api: FastifyInstance, { settings }: Service) {
	api.post<{ Body: Body }>(
		'/v1/subscription-plan',
		{ schema: { body }, config: { scope: 'payments:create' } },
		({ body, business }, reply) => {
			const currency = (body.currency ?? business.info.currency).toLowerCase();
			const least = leastAmounts[currency] ?? LEAST_AMOUNT;
			if (body.amount < least) {
				throw invalid('amount', `The amount field must be at least ${least} in ${currency}.`);
			}
			const now = business.calendar.withoutOffset(settings.now());
			const plan: SubscriptionPlan = {
				id: business.newId(),
				name: body.name,
				description: body.description ?? '',
				cycle: body.cycle,
				cycle_repeat: body.cycle_repeat ?? null,
				cycle_frequency: body.cycle_frequency ?? null,
				currency,
				amount: body.amount,
				reference: body.reference ?? '',
				created_at: now,
				updated_at: now,
			};
			business.plans.unshift(plan);
			return reply.code(201).send(plan);
		},
	);
}
