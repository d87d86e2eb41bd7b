import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

import { checkoutPage, errorPage, sendPage, thanksPage } from '../http/html';
import type { Service } from '../service';

interface CheckoutRoute {
	Params: { id: string };
	Querystring: Partial<Record<string, string | string[]>>;
}

const TITLE = 'Checkout is not possible';

/** The checkout page, the `url` of a payment request (docs/interface.md, Payment request). */
export async function checkoutRoutes(app: FastifyInstance, service: Service) {
	await app.register(formbody);

	app.get<CheckoutRoute>('/checkout/:id', ({ params, query }, reply) => {
		const found = service.findPaymentRequest(params.id);
		if (!found) return sendPage(reply.code(404), errorPage('There is no such page.', TITLE));
		const { business, one } = found;
		const payments = one.payments ?? [];
		const payment =
			one.status === 'completed'
				? payments[payments.length - 1]
				: payments.find(({ id }) => id === query.payment);
		if (payment) return sendPage(reply, thanksPage(business.info, one, payment));
		const reason = business.paymentRequests.notPayableReason(one);
		if (reason !== undefined) return sendPage(reply.code(410), errorPage(reason, TITLE));
		return sendPage(reply, checkoutPage(business.info, one, query.failed !== undefined));
	});

	app.post<CheckoutRoute & { Body?: Partial<Record<string, string | string[]>> }>(
		'/checkout/:id',
		({ params, body }, reply) => {
			const found = service.findPaymentRequest(params.id);
			if (!found) return sendPage(reply.code(404), errorPage('There is no such page.', TITLE));
			const { business, one } = found;
			const { outcome, method } = body ?? {};
			const knownMethod = one.payment_methods.find((name) => name === method);
			if ((outcome !== 'pay' && outcome !== 'fail') || !knownMethod) {
				return sendPage(reply.code(400), errorPage('Choose a method, then Pay or Fail.', TITLE));
			}
			// A second click does not pay again, and leads to the same page.
			if (one.status === 'completed') return reply.redirect(returnUrl(one.redirect_url, one), 303);
			const reason = business.paymentRequests.notPayableReason(one);
			if (reason !== undefined) return sendPage(reply.code(410), errorPage(reason, TITLE));
			if (outcome === 'fail') {
				service.fail(one.id, knownMethod);
				return reply.redirect(`${one.url}?failed=1`, 303);
			}
			const charge = service.pay(one.id, knownMethod);
			return reply.redirect(returnUrl(one.redirect_url, one, charge.id), 303);
		},
	);
}

/** Returns the URL to open after the payment: that of the shop, else the thank-you page. */
function returnUrl(
	redirectUrl: string | null,
	{ id, url }: { id: string; url: string },
	payment?: string,
): string {
	if (redirectUrl === null) return payment === undefined ? url : `${url}?payment=${payment}`;
	const address = new URL(redirectUrl);
	address.searchParams.set('reference', id);
	address.searchParams.set('status', 'completed');
	return address.href;
}
