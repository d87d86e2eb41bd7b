import type { IDataObject, INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { PaymentsPollTrigger } from '../../nodes/Payments/PaymentsPollTrigger.node.js';
import { PaymentsTrigger } from '../../nodes/Payments/PaymentsTrigger.node.js';
import type { Simulator } from '../../simulator';
import { apiKeyOf } from '../../test/engine/run';
import { startPoller } from '../../test/engine/polling/poller';
import { startTrigger, type Trigger } from '../../test/engine/trigger/trigger';
import { NOW, runExample } from './runs';

/** A node that starts workflows, and the page about it. */
export interface TriggerPage {
	/** Name of the page in docs/resources. */
	file: string;
	description: INodeTypeDescription;
	about: string;
	starts: Array<{
		/** The event that starts the workflow. */
		title: string;
		/** The values of the form. */
		parameters: INodeParameters;
		/** Produces the event. @returns the items that the workflow started with */
		run: (simulator: Simulator, parameters: INodeParameters) => Promise<IDataObject[]>;
	}>;
}

/** Runs the Payments Trigger with a notification of the simulator over HTTP. */
function notified(happen: (simulator: Simulator, trigger: Trigger) => Promise<unknown>) {
	return async (simulator: Simulator, parameters: INodeParameters) => {
		const { paymentsApi } = apiKeyOf(simulator);
		const credentials = { paymentsApi: { ...paymentsApi, webhookSalt: simulator.salt } };
		// The tests use Raw by default.
		const shown = { output: 'simplified', ...parameters };
		const trigger = await startTrigger({ credentials, parameters: shown });
		try {
			await trigger.publish();
			const [endpoint] = simulator.webhookEndpoints;
			if (endpoint) trigger.enter({ endpointSalt: endpoint.salt });
			await happen(simulator, trigger);
			await simulator.idle();
			return trigger.started;
		} finally {
			await trigger.close();
		}
	};
}

async function pay(simulator: Simulator, { url }: Trigger) {
	const notify = { notify: 'url', notifyUrl: url };
	const { items } = await runExample(simulator, 'Payment Request: Create', notify);
	simulator.pay(items[0]!.json.id as string);
}

/** Runs the Payments Poll Trigger with a change between two polls. */
function polled(happen: (simulator: Simulator) => unknown) {
	return async (simulator: Simulator, parameters: INodeParameters) => {
		const { now } = Date;
		// Look Back counts from now, and the simulator's records are of that time.
		Date.now = () => Date.parse(NOW);
		try {
			const poller = startPoller(apiKeyOf(simulator), parameters);
			await poller.publish();
			happen(simulator);
			await poller.poll();
			return poller.runs.flat();
		} finally {
			Date.now = now;
		}
	};
}

/** One page for each node that starts workflows. */
export const triggerPages: TriggerPage[] = [
	{
		file: 'trigger',
		description: new PaymentsTrigger().description,
		about:
			'Starts a workflow when a payment, a refund or a payout is made. The examples use a credential with its salts, so that notifications are verified by signature.',
		starts: [
			{
				title: 'A payment',
				parameters: {},
				run: notified(pay),
			},
			{
				title: 'A payment, raw',
				parameters: { output: 'raw' },
				run: notified(pay),
			},
			{
				title: 'A refund',
				parameters: {},
				run: notified(async (simulator, { url }) => {
					const notify = { notify: 'url', notifyUrl: `${url}?event=refund` };
					await runExample(simulator, 'Refund: Create', notify);
				}),
			},
			{
				title: 'A payout',
				parameters: { mode: 'account', events: ['payout.created'] },
				run: notified(async (simulator) => await Promise.resolve(simulator.addPayout())),
			},
		],
	},
	{
		file: 'poll-trigger',
		description: new PaymentsPollTrigger().description,
		about:
			'Starts a workflow when polling finds a new or changed record: for records that have no notifications, and for an n8n that HitPay cannot reach.',
		starts: [
			{ title: 'A new charge', parameters: {}, run: polled((simulator) => simulator.addCharge()) },
			{
				title: 'A refunded charge',
				parameters: { event: 'chargeStatusChanged' },
				run: polled((simulator) => {
					const charge = simulator.records.charges.find(({ status }) => status === 'succeeded');
					simulator.changeCharge(charge!.id, 'refunded');
				}),
			},
			{
				title: 'A new payout',
				parameters: { event: 'newPayout' },
				run: polled((simulator) => simulator.addPayout()),
			},
			{
				title: 'A new customer',
				parameters: { event: 'newCustomer' },
				run: polled((simulator) => simulator.addCustomer({ name: 'Ann Tan' })),
			},
			{
				title: 'A new order',
				parameters: { event: 'newOrder' },
				run: polled((simulator) => simulator.addOrder()),
			},
			{
				title: 'A paid invoice',
				parameters: { event: 'invoiceStatusChanged' },
				run: polled((simulator) => simulator.changeInvoice(simulator.addInvoice().id, 'paid')),
			},
			{
				title: 'A subscription whose customer attached a card',
				parameters: { event: 'subscriptionStatusChanged' },
				run: polled((simulator) => simulator.addSubscription()),
			},
			{
				title: 'A paid transfer',
				parameters: { event: 'transferStatusChanged' },
				run: polled((simulator) => {
					const transfer = simulator.records.transfers.find(({ status }) => status === 'scheduled');
					simulator.changeTransfer(transfer!.id, 'paid');
				}),
			},
		],
	},
];
