import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

import { methodPage, sendError, sendPage, thanksPage, type Details } from '../http/html';
import type { BusinessInfo, PaymentRequest } from '../records/types';
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
		const found = service.find(({ paymentRequests }) => paymentRequests.get(params.id));
		if (!found) return sendError(reply, 404, 'There is no such page.', TITLE);
		const { business, one } = found;
		const payments = one.payments ?? [];
		const payment =
			one.status === 'completed'
				? payments[payments.length - 1]
				: payments.find(({ id }) => id === query.payment);
		if (payment) {
			const text = `${business.info.name} has received your payment.`;
			const { amount, currency } = payment;
			return sendPage(
				reply,
				thanksPage(text, detailsOf({ ...one, amount, currency }), `Payment ${payment.id}`),
			);
		}
		const reason = business.paymentRequests.notPayableReason(one);
		if (reason !== undefined) return sendError(reply, 410, reason, TITLE);
		return sendPage(reply, checkoutPage(business.info, one, query.failed !== undefined));
	});

	app.post<CheckoutRoute & { Body?: Partial<Record<string, string | string[]>> }>(
		'/checkout/:id',
		({ params, body }, reply) => {
			const found = service.find(({ paymentRequests }) => paymentRequests.get(params.id));
			if (!found) return sendError(reply, 404, 'There is no such page.', TITLE);
			const { business, one } = found;
			const { outcome, method } = body ?? {};
			const knownMethod = one.payment_methods.find((name) => name === method);
			if ((outcome !== 'pay' && outcome !== 'fail') || !knownMethod) {
				return sendError(reply, 400, 'Choose a method, then Pay or Fail.', TITLE);
			}
			// A second click does not pay again, and leads to the same page.
			if (one.status === 'completed') return reply.redirect(returnUrl(one.redirect_url, one), 303);
			const reason = business.paymentRequests.notPayableReason(one);
			if (reason !== undefined) return sendError(reply, 410, reason, TITLE);
			if (outcome === 'fail') {
				service.fail(one.id, knownMethod);
				return reply.redirect(`${one.url}?failed=1`, 303);
			}
			const charge = service.pay(one.id, knownMethod);
			return reply.redirect(returnUrl(one.redirect_url, one, charge.id), 303);
		},
	);
}

/** Returns the page on which a customer pays. @param failed whether a payment has just failed */
function checkoutPage({ name }: BusinessInfo, one: PaymentRequest, failed: boolean): string {
	return methodPage({
		title: `Pay ${name}`,
		action: `/checkout/${one.id}`,
		details: detailsOf(one),
		legend: 'Pay with',
		methods: one.payment_methods,
		...payOrFail(failed),
	});
}

/** Returns the buttons of a page on which a customer pays, and their texts. */
export function payOrFail(failed: boolean) {
	return {
		buttons: [
			['pay', 'Pay'],
			['fail', 'Fail'],
		] as Array<[string, string]>,
		note: 'This is a simulator: no money moves. Fail is a payment that does not go through.',
		...(failed && { alert: 'The payment did not go through. You can try again.' }),
	};
}

/** Returns the part of a page about a payment request. */
export function detailsOf({
	amount,
	currency,
	purpose,
	reference_number,
}: PaymentRequest): Details {
	return [
		['Amount', `${currency.toUpperCase()} ${amount}`],
		['For', purpose],
		['Reference', reference_number],
	];
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
