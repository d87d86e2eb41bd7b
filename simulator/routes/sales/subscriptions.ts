import type { FastifyInstance } from 'fastify';

import type { Business } from '../../domain/business';
import type { SubscriptionBody } from '../../domain/subscriptions';
import { notFound } from '../../errors';
import { numberedPage } from '../../http/pagination';
import { decimalsOf } from '../../records/sample/names';
import type { Subscription } from '../../records/types';
import type { Service } from '../../service';

interface Query {
	customer_email?: string;
	reference?: string;
	business_recurring_plans_id?: string;
	status?: string;
}

/** Subscriptions, newest first (docs/interface.md, Subscriptions). */
export function subscriptionRoutes(api: FastifyInstance, service: Service) {
	const checkoutUrl = (id: string) => `${service.url}/recurring-plan/${id}`;
	const find = (business: Business, id: string): Subscription => {
		const found = business.subscriptions.get(id);
		if (!found) throw notFound('Recurring billing');
		return found;
	};

	api.post<{ Body: SubscriptionBody }>('/v1/recurring-billing', ({ body, business }, reply) =>
		reply.code(201).send(business.subscriptions.create(body, checkoutUrl)),
	);

	api.get<{ Querystring: Query }>('/v1/recurring-billing', (request) => {
		const { query, business } = request;
		const found = business.subscriptions.items.filter((one) => matches(one, query));
		return numberedPage(found, request, service);
	});

	api.get<{ Params: { id: string } }>('/v1/recurring-billing/:id', ({ params, business }) =>
		business.shownSubscription(find(business, params.id)),
	);

	api.put<{ Params: { id: string }; Body: Partial<SubscriptionBody> }>(
		'/v1/recurring-billing/:id',
		({ params, body, business }) => {
			const one = find(business, params.id);
			business.subscriptions.update(one, body);
			service.notifications.subscription(business, 'subscription_updated', one);
			return one;
		},
	);

	api.delete<{ Params: { id: string } }>('/v1/recurring-billing/:id', ({ params, business }) => {
		const one = find(business, params.id);
		business.subscriptions.cancel(one);
		service.notifications.subscription(business, 'subscription_updated', one);
		return one;
	});

	api.post<{ Params: { id: string }; Body: { amount: number; currency: string } }>(
		'/v1/charge/recurring-billing/:id',
		({ params, body, business }) => {
			const one = find(business, params.id);
			// Amounts are rounded to the decimals of the currency.
			const amount = Number(body.amount.toFixed(decimalsOf(body.currency.toLowerCase())));
			const { charge, made } = business.subscriptions.charge(one, amount, body.currency);
			service.notifications.chargeCreated(business, charge);
			return made;
		},
	);
}

/** Without a status, only active subscriptions are listed. */
function matches(one: Subscription, { status = 'active', ...query }: Query): boolean {
	const { customer_email: email, reference, business_recurring_plans_id: plan } = query;
	return (
		one.status === status &&
		(email === undefined || one.customer_email.toLowerCase() === email.toLowerCase()) &&
		(reference === undefined || one.reference === reference) &&
		(plan === undefined || one.business_recurring_plans_id === plan.toLowerCase())
	);
}
