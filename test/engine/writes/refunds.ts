import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Charge, Fault, Simulator } from '../../../simulator';
import { apiKeyOf, runPayments, type RunOptions } from '../run';
import { secretsIn } from '../secrets';
import { requester } from '../service';

export const continued: Partial<INode> = { onError: 'continueRegularOutput' };

/** The remaining amount. */
export const everything: INodeParameters = { refundKind: 'everything' };

/**
 * The steps of tests of refunds with a simulator.
 *
 * @param parameters of Refund: Create, besides the payment and the amount, which each item has
 * @param usual the amount of a new charge
 */
export function refundsOn(simulator: Simulator, parameters: INodeParameters = {}, usual = 100) {
	const create: INodeParameters = {
		resource: 'refund',
		operation: 'create',
		paymentId: '={{ $json.id }}',
		amount: '={{ $json.amount }}',
		...parameters,
	};
	const call = requester(simulator);

	const newCharge = (amount = usual, currency = 'sgd') =>
		simulator.addCharge({ amount, currency, status: 'succeeded' });

	const hit = (fault: Fault) => simulator.fault({ method: 'POST', path: '/v1/refund', ...fault });

	/** Runs the node, after which no secret may be left. */
	async function refund(items: IDataObject[], options: Partial<RunOptions> = {}) {
		const result = await runPayments({
			credentials: apiKeyOf(simulator),
			items,
			...options,
			parameters: { ...create, ...options.parameters },
		});
		expect(secretsIn(result, simulator)).toEqual([]);
		return result;
	}

	return {
		call,
		newCharge,
		hit,
		refund,

		/** Refunds a new charge, or a part of it. @param fault what goes wrong with the request */
		refundNew: async (amount: number, fault?: Fault, options?: Partial<RunOptions>) => {
			const charge = newCharge();
			if (fault) hit(fault);
			return { charge, ...(await refund([{ id: charge.id, amount }], options)) };
		},

		/** The refunds of a charge at the service, the oldest first. */
		refundsOf: ({ id }: Pick<Charge, 'id'>) =>
			simulator.records.refunds
				.filter((one) => one.payment_id === id)
				.map(({ amount_refunded }) => amount_refunded)
				.reverse(),

		posts: () => simulator.requests.filter(({ method }) => method === 'POST').length,

		/** A payment request, and the charge that paid it. */
		paid: async (amount = 100) => {
			const { id } = await call('/v1/payment-requests', { amount, currency: 'SGD' });
			return { request: id, charge: simulator.pay(id) };
		},
	};
}
