import {
	endpointOf,
	endpoints,
	mediaTypeOf,
	resolve,
	type Content,
	type Endpoint,
} from '../../contract/contract';
import type { Simulator, SubscriptionPlan } from '../../simulator';
import { call } from '../simulator/helpers';

export type Json = Record<string, unknown>;

/** The endpoints that need a credential, each with its name, for `test.each`. */
export const named = endpoints
	.filter(({ operationId }) => operationId !== 'exchangeToken')
	.map((one) => [`${one.method} ${one.path}`, one] as const);

/** The charge of which the example of a refund is. */
export const PAYMENT_ID = '9f1c7c7e-2f5b-4a0e-9d52-0242ac120002';
/** The beneficiary of the examples of a transfer. */
const BENEFICIARY_ID = '9f1c7c7e-2f5b-4a0e-9d52-0242ac120031';
/** The plan of which the example of a subscription is. */
const PLAN_ID = '9f1c7c7e-2f5b-4a0e-9d52-0242ac120010';

/** The body of an endpoint: JSON, or a form. */
export function contentOf({ requestBody }: Endpoint): Content | undefined {
	return requestBody?.content[mediaTypeOf(requestBody)];
}

/** The bodies of the examples of an endpoint. */
export function bodiesOf(one: Endpoint): Json[] {
	const shown = Object.values(contentOf(one)?.examples ?? {});
	return shown.map((example) => (resolve(example) as { value: Json }).value);
}

/** Adds the records that the examples name. @returns the path of a list with records, or of a record that exists */
export function useExamples(simulator: Simulator): (endpoint: Endpoint) => Promise<string> {
	beforeAll(async () => {
		simulator.addCharge({ id: PAYMENT_ID, amount: 1000 });
		const { beneficiaries } = simulator.records;
		beneficiaries.push({ ...beneficiaries.at(-1)!, id: BENEFICIARY_ID });
		const body = { name: 'Gym', cycle: 'monthly', amount: 49 };
		const { json } = await call<SubscriptionPlan>(simulator, 'POST', '/v1/subscription-plan', {
			body,
		});
		simulator.records.plans.push({ ...json, id: PLAN_ID });
	});

	/** Records that no request creates, by their list. */
	const listed = (): Record<string, string | undefined> => ({
		'/v1/beneficiaries': simulator.records.beneficiaries[0]?.id,
		'/v1/charges': PAYMENT_ID,
		'/v1/locations': simulator.records.locations.find(({ active }) => !active)?.id,
		'/v1/orders': simulator.records.orders[0]?.id,
		'/v1/products': simulator.records.products[0]?.id,
		'/v1/staffs': simulator.records.staff[0]?.id,
		'/v1/transfers': simulator.records.transfers[0]?.id,
	});

	return async ({ path: template, method, all }) => {
		// A value that is no ID has an example.
		const named = all.find(({ in: place, example }) => place === 'path' && example !== undefined);
		if (named) return template.replace(`{${named.name}}`, String(named.example));
		// After the ID may follow a command.
		const [list = '', command = ''] = template.split(/\/\{\w+\}/);
		const isCharge = list === '/v1/charge/recurring-billing';
		const post = endpointOf('POST', isCharge ? '/v1/recurring-billing' : list);
		const isOne = list !== template;
		// A business has one.
		if (list === '/v1/virtual-accounts') simulator.records.virtualAccounts.length = 0;
		if (post && (isOne || method === 'GET')) {
			const body = bodiesOf(post)[0];
			const sent = call<{ id?: string; data?: { id: string } }>(simulator, 'POST', post.path, {
				body,
			});
			const { data, id = data!.id } = (await sent).json;
			// Lists have the active ones only, and only these are charged.
			if (post.path === '/v1/recurring-billing') simulator.attachMethod(id);
			return isOne ? `${list}/${id}${command}` : list;
		}
		return isOne ? `${list}/${listed()[list]}${command}` : list;
	};
}
