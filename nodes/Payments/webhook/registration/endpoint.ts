import { sourcesOf } from '../../shared/events/kinds';
import { request } from '../../transport/triggerRequest';
import { addressOf } from './address';
import { type Desired, type Registration, toList } from './found';
import { registrationName } from './name';

/** The events whose names in the API differ (docs/interface.md, Event). */
const eventTypes: Record<string, string> = {
	'payment.completed': 'payment_request.completed',
	'payment.failed': 'payment_request.failed',
	'charge.paid': 'charge.created',
	refund: 'charge.updated',
};

export const endpoint: Registration = {
	path: '/v1/webhook-events',
	async find(context) {
		return toList(await request<unknown>(context, { method: 'GET', path: this.path }));
	},
	hasName: (found, name) => found.name === name,
	desired(context) {
		const events = context.getNodeParameter('events', []) as string[];
		return {
			name: registrationName(context),
			url: addressOf(context),
			event_types: [...new Set(events.map((event) => eventTypes[event] ?? event))].sort(),
		};
	},
	matches(found, desired) {
		const types = [...(found.event_types ?? [])].sort();
		return (
			found.name === desired.name &&
			found.url === desired.url &&
			types.join() === desired.event_types?.join()
		);
	},
	webhookUrlOf: ({ url }) => url,
};

/** Returns an endpoint with the sources of the events that can be derived, in place of these. */
export function withoutDerived(desired: Desired): Desired {
	const types = (desired.event_types ?? []).flatMap((type) => sourcesOf(type) ?? type);
	return { ...desired, event_types: [...new Set(types)].sort() };
}
