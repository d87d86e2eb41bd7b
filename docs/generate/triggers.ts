import type { IDataObject, INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { PaymentsTrigger } from '../../nodes/Payments/PaymentsTrigger.node.js';
import type { Simulator } from '../../simulator';
import { apiKeyOf } from '../../test/engine/run';
import { startTrigger, type Trigger } from '../../test/engine/trigger';
import { runExample } from './runs';

/** A node that starts workflows, and the page about it. */
export interface TriggerPage {
	/** Name of the page in docs/resources. */
	file: string;
	description: INodeTypeDescription;
	about: string;
	starts: Array<{
		/** What starts the workflow. */
		title: string;
		/** What the user enters. */
		parameters: INodeParameters;
		/** Lets it happen. Gives the items that the workflow started with. */
		run: (simulator: Simulator, parameters: INodeParameters) => Promise<IDataObject[]>;
	}>;
}

/** The Payments Trigger: a notification of the simulator comes in over HTTP. */
function notified(happen: (simulator: Simulator, trigger: Trigger) => Promise<unknown>) {
	return async (simulator: Simulator, parameters: INodeParameters) => {
		const { paymentsApi } = apiKeyOf(simulator);
		const credentials = { paymentsApi: { ...paymentsApi, webhookSalt: simulator.salt } };
		const trigger = await startTrigger({ credentials, parameters });
		try {
			await trigger.publish();
			const [endpoint] = simulator.webhookEndpoints;
			if (endpoint) trigger.enterEndpointSalt(endpoint.salt);
			await happen(simulator, trigger);
			await simulator.idle();
			return trigger.started;
		} finally {
			await trigger.close();
		}
	};
}

/** One page for each node that starts workflows. */
export const triggerPages: TriggerPage[] = [
	{
		file: 'trigger',
		description: new PaymentsTrigger().description,
		about:
			'Starts a workflow when the service tells that money has arrived or gone back. The examples are of a credential with its salts, so that the signature says that a notification is true.',
		starts: [
			{
				title: 'A payment',
				parameters: {},
				run: notified(async (simulator, { url }) => {
					const notify = { notify: 'url', notifyUrl: url };
					const { items } = await runExample(simulator, 'Payment Request: Create', notify);
					simulator.pay(items[0]!.json.id as string);
				}),
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
];
