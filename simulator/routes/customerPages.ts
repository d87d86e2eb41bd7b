import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

import { methodPage, sendError, sendPage, thanksPage, type Details } from '../http/html';
import type { Invoice, Subscription } from '../records/types';
import type { Service } from '../service';
import { payOrFail } from './checkout';

interface PageRoute {
	Params: { id: string };
	Querystring: Partial<Record<string, string>>;
	Body?: Partial<Record<string, string>>;
}

/** The pages for customers of a subscription and of an invoice: the `url` of these records. */
export async function customerPages(app: FastifyInstance, service: Service) {
	await app.register(formbody);
	subscriptionPage(app, service);
	invoicePage(app, service);
}

const TITLE = 'This is not possible';
const unknownPage = 'There is no such page.';

/** Where a customer saves a payment method for a subscription, and removes it. */
function subscriptionPage(app: FastifyInstance, service: Service) {
	const find = (id: string) => service.find(({ subscriptions }) => subscriptions.get(id));

	app.get<PageRoute>('/recurring-plan/:id', ({ params, query }, reply) => {
		const found = find(params.id);
		if (!found) return sendError(reply, 404, unknownPage, TITLE);
		const { business, one } = found;
		if (one.status === 'canceled')
			return sendError(reply, 410, 'The subscription is canceled.', TITLE);
		const { payment_provider_charge_method: saved } = one;
		if (saved !== null && query.saved !== undefined) {
			return sendPage(reply, thanksPage('Your payment method is saved.', termsOf(one)));
		}
		const form = methodPage({
			title: `Subscribe to ${business.info.name}`,
			action: `/recurring-plan/${one.id}`,
			details: [...termsOf(one), ['Saved method', saved]],
			legend: 'Save a payment method',
			methods: saved === null ? (one.payment_methods ?? []) : [],
			buttons: [saved === null ? ['save', 'Save'] : ['remove', 'Remove']],
			note: 'This is a simulator: nothing is charged on this page.',
		});
		return sendPage(reply, form);
	});

	app.post<PageRoute>('/recurring-plan/:id', ({ params, body }, reply) => {
		const one = find(params.id)?.one;
		if (!one) return sendError(reply, 404, unknownPage, TITLE);
		if (one.status === 'canceled')
			return sendError(reply, 410, 'The subscription is canceled.', TITLE);
		if (body?.outcome === 'remove') {
			service.detachMethod(one.id);
			return reply.redirect(one.url, 303);
		}
		const method = one.payment_methods?.find((name) => name === body?.method);
		if (body?.outcome !== 'save' || !method)
			return sendError(reply, 400, 'Choose a method, then Save.', TITLE);
		service.attachMethod(one.id, method);
		return reply.redirect(one.redirect_url ?? `${one.url}?saved=1`, 303);
	});
}

/** Returns the terms of a subscription. One that only saves a method may have no amount, and has no cycle. */
function termsOf(subscription: Subscription): Details {
	const { name, amount, currency, cycle, save_card: isSaveOnly, reference } = subscription;
	const price = amount ? amountOf(amount, currency) : null;
	return [
		['For', name],
		['Amount', price && !isSaveOnly ? `${price}, ${cycle}` : price],
		['Reference', reference],
	];
}

/** Where a customer pays an invoice. */
function invoicePage(app: FastifyInstance, service: Service) {
	const find = (id: string) => service.find(({ invoices }) => invoices.get(id));

	app.get<PageRoute>('/invoices/:id', ({ params, query }, reply) => {
		const found = find(params.id);
		if (!found) return sendError(reply, 404, unknownPage, TITLE);
		const { business, one } = found;
		if (one.status === 'paid') {
			const text = `${business.info.name} has received your payment.`;
			return sendPage(reply, thanksPage(text, detailsOf(one)));
		}
		const form = methodPage({
			title: `Pay ${business.info.name}`,
			action: `/invoices/${one.id}`,
			details: detailsOf(one),
			legend: 'Pay with',
			methods: one.payment_methods,
			...payOrFail(query.failed !== undefined),
		});
		return sendPage(reply, form);
	});

	app.post<PageRoute>('/invoices/:id', ({ params, body }, reply) => {
		const one = find(params.id)?.one;
		if (!one) return sendError(reply, 404, unknownPage, TITLE);
		const { outcome } = body ?? {};
		const method = one.payment_methods.find((name) => name === body?.method);
		if ((outcome !== 'pay' && outcome !== 'fail') || !method) {
			return sendError(reply, 400, 'Choose a method, then Pay or Fail.', TITLE);
		}
		// A second click does not pay again, and leads to the same page.
		if (one.status === 'paid') return reply.redirect(one.url, 303);
		service.payInvoice(one.id, outcome === 'pay' ? 'succeeded' : 'failed', method);
		return reply.redirect(outcome === 'pay' ? one.url : `${one.url}?failed=1`, 303);
	});
}

function detailsOf(one: Invoice): Details {
	return [
		['Amount', amountOf(one.amount, one.currency)],
		['Invoice', one.invoice_number],
		['Due', one.due_date],
		['Memo', one.memo],
	];
}

function amountOf(amount: number, currency: string): string {
	return `${currency.toUpperCase()} ${amount.toFixed(2)}`;
}
