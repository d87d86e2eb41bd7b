import type { Event } from '../../../nodes/Payments/polling/lists';
import type { Simulator } from '../../../simulator';

/** A record that starts the workflow. */
interface Started {
	id: string;
	status?: string;
	created_at: string;
}

const happenings: Record<Event, (simulator: Simulator, created_at?: string) => Started> = {
	chargeStatusChanged: (simulator, created_at) =>
		simulator.changeCharge(simulator.addCharge(dated(created_at)).id, 'refunded'),
	invoiceStatusChanged: (simulator, created_at) =>
		simulator.changeInvoice(simulator.addInvoice(dated(created_at)).id, 'paid'),
	newCharge: (simulator, created_at) => simulator.addCharge(dated(created_at)),
	newCustomer: (simulator, created_at) => simulator.addCustomer(dated(created_at)),
	newOrder: (simulator, created_at) => simulator.addOrder(dated(created_at)),
	newPayout: (simulator, created_at) => simulator.addPayout(dated(created_at)),
	subscriptionStatusChanged: (simulator, created_at) =>
		Object.assign(simulator.addSubscription(), dated(created_at?.replace(/Z$/, ''))),
	transferStatusChanged: (simulator, created_at) =>
		simulator.changeTransfer(simulator.addTransfer(dated(created_at)).id, 'paid'),
};

const dated = (created_at?: string) => (created_at === undefined ? {} : { created_at });

/** Lets an event happen that starts the workflow with the next poll. @returns its record */
export function happen(event: Event, simulator: Simulator, created_at?: string): Started {
	return happenings[event](simulator, created_at);
}
