import type { INodeParameters } from 'n8n-workflow';

import type { Event } from '../../../nodes/Payments/polling/lists';
import type { Simulator } from '../../../simulator';

/** Records that both triggers of a workflow report. */
export interface History {
	name: string;
	event: Event;
	filters?: INodeParameters;
	/** The event of the Payments Trigger. */
	notified: string;
	/** Lets a record start the workflow. */
	happen: (at: Simulator) => { id: string };
}

const paid = (at: Simulator) => {
	const { id } = at.addTransfer({ status: 'scheduled' });
	return at.changeTransfer(id, 'paid');
};

export const histories: History[] = [
	{ name: 'charge', event: 'newCharge', notified: 'charge.paid', happen: (at) => at.addCharge() },
	{
		name: 'failed charge',
		event: 'newCharge',
		filters: { statuses: ['failed'] },
		notified: 'charge.failed',
		happen: (at) => at.addCharge({ status: 'failed' }),
	},
	{ name: 'order', event: 'newOrder', notified: 'order.created', happen: (at) => at.addOrder() },
	{
		name: 'payout',
		event: 'newPayout',
		notified: 'payout.created',
		happen: (at) => at.addPayout(),
	},
	{ name: 'transfer', event: 'transferStatusChanged', notified: 'transfer.paid', happen: paid },
];
