import type { FastifyInstance } from 'fastify';

import type { PlanFields } from '../../../contract/types';
import type { Business } from '../../domain/business';
import { ApiError, invalid } from '../../errors';
import { numberedPage } from '../../http/pagination';
import type { SubscriptionPlan } from '../../records/types';
import type { Service } from '../../service';

type Body = Partial<PlanFields> & Pick<PlanFields, 'name' | 'cycle' | 'amount'>;

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

	api.post<{ Body: Body }>('/v1/subscription-plan', ({ body, business }, reply) => {
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
	});

	api.get('/v1/subscription-plan', (request) =>
		numberedPage(request.business.plans, request, service),
	);

	api.get<{ Params: { id: string } }>('/v1/subscription-plan/:id', ({ params, business }) =>
		find(business, params.id),
	);

	api.put<{ Params: { id: string }; Body: Partial<Body> }>(
		'/v1/subscription-plan/:id',
		({ params, body, business }) => {
			const plan = find(business, params.id);
			return Object.assign(plan, changed(plan, body), { updated_at: now(business) });
		},
	);

	api.delete<{ Params: { id: string } }>(
		'/v1/subscription-plan/:id',
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
		const rule = isCustom
			? 'is required when cycle is custom'
			: 'must not be sent unless cycle is custom';
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
