import type { FastifyInstance } from 'fastify';
import { invalid, notFound } from '../errors';
import { uuid } from '../schemas';

interface Body {
	amount: number;
	payment_id: string;
	webhook?: string;
	send_email?: 'true' | 'false';
	email?: string;
}

const body = {
	type: 'object',
	required: ['amount', 'payment_id'],
	properties: {
		// Less than half a hundredth is nothing.
		amount: { type: 'number', minimum: 0.005, description: 'must be a number greater than 0' },
		payment_id: uuid,
		webhook: { type: 'string', format: 'uri', description: 'must be a URL' },
		send_email: {
			type: 'string',
			enum: ['true', 'false'],
			description: 'must be the text true or false',
		},
		email: { type: 'string', format: 'email', description: 'must be an e-mail address' },
	},
} as const;

/** Refunds (docs/interface.md, POST /v1/refund). */
export function refundRoutes(api: FastifyInstance) {
	api.post<{ Body: Body }>(
		'/v1/refund',
		{ schema: { body }, config: { scope: 'payments:create' } },
		({ body, business }) => {
			const payments = business.paymentsOf(body.payment_id);
			const [charge] = payments;
			if (!charge) throw invalid('payment_id', 'The payment_id field is not a known payment.');
			if (payments.length > 1) {
				throw invalid(
					'payment_id',
					'The payment_id field is a payment request with several payments; give the charge.',
				);
			}
			if (!business.isSuccessful(charge)) {
				throw invalid('payment_id', `The payment_id field is a payment that is ${charge.status}.`);
			}
			const hundredths = Math.round(body.amount * 100);
			const left = business.leftToRefund(charge);
			if (hundredths > left) {
				const rest = `${(left / 100).toFixed(2)} ${charge.currency}`;
				throw invalid('amount', `The amount field must not be more than what is left, ${rest}.`);
			}
			return business.refund(charge, hundredths);
		},
	);

	api.get<{ Params: { id: string } }>(
		'/v1/refund/:id',
		{ config: { scope: 'payments:read' } },
		({ params, business }) => {
			const refund = business.refunds.get(params.id);
			if (!refund) throw notFound('Refund');
			return refund;
		},
	);
}
