import type { FastifyInstance } from 'fastify';

import type { Business } from '../domain/business';
import { ApiError, invalid } from '../errors';
import { numberedPage } from '../http/pagination';
import { pageQuery } from '../http/schemas';
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

const properties = {
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
} as const;

const fixedDateRule = {
	if: {
		required: ['start_date_method'],
		properties: { start_date_method: { const: 'fixed_date' } },
	},
	then: {
		required: ['fixed_date'],
		description: 'when start_date_method is fixed_date',
	},
} as const;

const cycleRepeat = {
	type: 'integer',
	minimum: 1,
	description: 'must be an integer of at least 1',
} as const;

const createBody = {
	type: 'object',
	required: ['name', 'cycle', 'amount'],
	properties,
	allOf: [
		{
			if: { required: ['cycle'], properties: { cycle: { const: 'custom' } } },
			then: {
				required: ['cycle_repeat', 'cycle_frequency'],
				description: 'when cycle is custom',
				properties: {
					cycle_repeat: cycleRepeat,
					cycle_frequency: { type: 'string', enum: frequencies },
				},
			},
			else: { properties: { cycle_repeat: onlyCustom, cycle_frequency: onlyCustom } },
		},
		fixedDateRule,
	],
} as const;

/** Which fields fit the cycle depends on the plan as well: see `changed`. */
const updateBody = {
	type: 'object',
	properties: {
		...properties,
		name: {
			type: 'string',
			minLength: 1,
			maxLength: 128,
			description: 'must be a text of 1 to 128 characters',
		},
		cycle_repeat: { ...cycleRepeat, nullable: true },
		cycle_frequency: {
			type: 'string',
			nullable: true,
			enum: [...frequencies, null],
			description: `must be one of ${frequencies.join(', ')}`,
		},
	},
	...fixedDateRule,
} as const;

/** Minimum amounts by currency. The values are a choice: no source states them. */
const minimumAmounts: Record<string, number> = { sgd: 0.3, usd: 0.5, myr: 1 };
const MIN_AMOUNT = 0.3;

/** Subscription plans (docs/interface.md, Subscription plans). */
export function subscriptionPlanRoutes(api: FastifyInstance, service: Service) {
	const { settings } = service;
	const now = (business: Business) => business.calendar.withoutOffset(settings.now());
	const find = (business: Business, id: string): SubscriptionPlan => {
		const found = business.plans.find((one) => one.id === id.toLowerCase());
		// Not 404, unlike with other records.
		if (!found) throw new ApiError(422, 'Subscription plan not found.');
		return found;
	};

	api.post<{ Body: Body }>(
		'/v1/subscription-plan',
		{ schema: { body: createBody }, config: { scope: 'payments:create' } },
		({ body, business }, reply) => {
			const currency = (body.currency ?? business.info.currency).toLowerCase();
			checkAmount(body.amount, currency);
			const at = now(business);
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
				created_at: at,
				updated_at: at,
			};
			business.plans.unshift(plan);
			return reply.code(201).send(plan);
		},
	);

	api.get(
		'/v1/subscription-plan',
		{ schema: { querystring: pageQuery }, config: { scope: 'payments:read' } },
		(request) => numberedPage(request.business.plans, request, service),
	);

	api.get<{ Params: { id: string } }>(
		'/v1/subscription-plan/:id',
		{ config: { scope: 'payments:read' } },
		({ params, business }) => find(business, params.id),
	);

	api.put<{ Params: { id: string }; Body: Partial<Body> }>(
		'/v1/subscription-plan/:id',
		{ schema: { body: updateBody }, config: { scope: 'payments:update' } },
		({ params, body, business }) => {
			const plan = find(business, params.id);
			return Object.assign(plan, changed(plan, body), { updated_at: now(business) });
		},
	);

	api.delete<{ Params: { id: string } }>(
		'/v1/subscription-plan/:id',
		{ config: { scope: 'payments:delete' } },
		({ params, business }, reply) => {
			const { plans } = business;
			plans.splice(plans.indexOf(find(business, params.id)), 1);
			return reply.code(204).send();
		},
	);
}

function checkAmount(amount: number, currency: string) {
	const minimum = minimumAmounts[currency] ?? MIN_AMOUNT;
	if (amount < minimum) {
		throw invalid('amount', `The amount field must be at least ${minimum} in ${currency}.`);
	}
}

/** Returns a plan with the changes of a body. The result must follow the rules of create. */
function changed(plan: SubscriptionPlan, body: Partial<Body>): SubscriptionPlan {
	const cycle = body.cycle ?? plan.cycle;
	const isCustom = cycle === 'custom';
	const before = isCustom ? plan : { cycle_repeat: null, cycle_frequency: null };
	const { cycle_repeat = before.cycle_repeat, cycle_frequency = before.cycle_frequency } = body;
	for (const [field, value] of Object.entries({ cycle_repeat, cycle_frequency })) {
		if (isCustom === (value !== null)) continue;
		const rule = isCustom ? 'is required when cycle is custom' : onlyCustom.description;
		throw invalid(field, `The ${field} field ${rule}.`);
	}
	const currency = body.currency?.toLowerCase() ?? plan.currency;
	const amount = body.amount ?? plan.amount;
	checkAmount(amount, currency);
	return {
		...plan,
		name: body.name ?? plan.name,
		description: body.description ?? plan.description,
		cycle,
		cycle_repeat,
		cycle_frequency,
		currency,
		amount,
		reference: body.reference ?? plan.reference,
	};
}
