import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault, Simulator, Subscription } from '../../../simulator';
import { apiKeyOf, operation, runPayments, type RunOptions } from '../run';
import { secretsIn } from '../secrets';
import { requester } from '../service';

/** Parameters of Subscription: Charge, of which each item has the subscription and the amount. */
export const chargeParameters: INodeParameters = operation('subscription', 'charge', {
	subscriptionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	amount: '={{ $json.amount }}',
	currency: { __rl: true, mode: 'id', value: 'SGD' },
});

/** The steps of tests of charges with a simulator. */
export function chargesOn(simulator: Simulator) {
	const call = requester(simulator);
	const hit = (fault: Fault) =>
		simulator.fault({ method: 'POST', path: '/v1/charge/recurring-billing', ...fault });

	const posts = () =>
		simulator.requests.filter(({ path }) => path.startsWith('/v1/charge/recurring-billing')).length;

	/** Runs the node, after which no secret may be left. */
	async function charge(items: IDataObject[], options: Partial<RunOptions> = {}) {
		const result = await runPayments({
			credentials: apiKeyOf(simulator),
			items,
			...options,
			parameters: { ...chargeParameters, ...options.parameters },
		});
		expect(secretsIn(result, simulator)).toEqual([]);
		return result;
	}

	/** A subscription with a saved payment method. */
	function subscribed(method?: string, last4?: string): Subscription {
		return simulator.attachMethod(simulator.addSubscription().id, method, last4);
	}

	return {
		call,
		hit,
		charge,
		subscribed,

		/** Charges a new subscription. @param fault what goes wrong with the request */
		chargeNew: async (amount: number, fault?: Fault, options?: Partial<RunOptions>) => {
			const one = subscribed();
			if (fault) hit(fault);
			return { one, ...(await charge([{ id: one.id, amount }], options)) };
		},

		/** The amounts that were taken by the method of a subscription, the oldest first. */
		taken: ({ id }: Pick<Subscription, 'id'>) =>
			simulator.chargesOf(id).map(({ amount }) => amount),

		posts,

		/** Waits until the node has sent so many charges. */
		untilSent: async (count = 1) => {
			while (posts() < count) await new Promise((resolve) => setImmediate(resolve));
		},

		/** Somebody else charges a subscription. @returns the response */
		chargeElsewhere: async ({ id }: Pick<Subscription, 'id'>, amount = 10) =>
			await call<IDataObject>(`/v1/charge/recurring-billing/${id}`, { amount, currency: 'sgd' }),
	};
}
