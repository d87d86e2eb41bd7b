import type { FastifyInstance } from 'fastify';

import { isSuccessful } from '../../domain/refunds';
import { invalid, notFound } from '../../errors';
import { decimalsOf } from '../../records/sample/names';
import type { Service } from '../../service';

interface Body {
	amount: number;
	payment_id: string;
	webhook?: string;
	send_email?: 'true' | 'false';
	email?: string;
}

/** Refunds (docs/interface.md, POST /v1/refund). */
export function refundRoutes(api: FastifyInstance, service: Service) {
	api.post<{ Body: Body }>('/v1/refund', ({ body, business }) => {
		const payments = business.paymentsOf(body.payment_id);
		const [charge] = payments;
		if (!charge) throw invalid('payment_id', 'The payment_id field is not a known payment.');
		if (payments.length > 1) {
			throw invalid(
				'payment_id',
				'The payment_id field is a payment request with several payments; give the charge.',
			);
		}
		if (!isSuccessful(charge)) {
			throw invalid('payment_id', `The payment_id field is a payment that is ${charge.status}.`);
		}
		// Amounts are rounded to the decimals of the currency.
		const decimals = decimalsOf(charge.currency);
		const exact = Number((body.amount * 10 ** decimals).toFixed(6));
		const thousandths = Math.round(exact) * 10 ** (3 - decimals);
		if (thousandths === 0)
			throw invalid('amount', 'The amount field must be a number greater than 0.');
		const remaining = business.refunds.remainingOf(charge);
		if (thousandths > remaining) {
			const text = `${(remaining / 1000).toFixed(decimals)} ${charge.currency}`;
			throw invalid('amount', `The amount field must not be more than what is left, ${text}.`);
		}
		const refund = business.refunds.make(charge, thousandths);
		service.notifications.refund(business, charge, refund, body.webhook);
		return refund;
	});

	api.get<{ Params: { id: string } }>('/v1/refund/:id', ({ params, business }) => {
		const refund = business.refunds.get(params.id);
		if (!refund) throw notFound('Refund');
		return refund;
	});
}
