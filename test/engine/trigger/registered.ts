import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../../simulator';

/** An endpoint or a payment link at the API, as the tests of both compare it. */
export interface Registered {
	id: string;
	/** The name of an endpoint, or the reference number of a payment link. */
	name: string;
	/** The URL that is notified. */
	url: string;
	/** The event types, or the amount. */
	terms: string;
}

/** The registrations of one mode. */
export interface Kind {
	mode: 'account' | 'link';
	/** Of the API, below which the registrations are. */
	path: string;
	parameters: INodeParameters;
	/** The terms of `parameters`. */
	terms: string;
	/** Parameters with other terms. */
	edited: INodeParameters;
	editedTerms: string;
	/** Returns all that exist. */
	all: (of: Simulator) => Registered[];
	/** Returns the body of a request that registers another one. */
	body: (name: string, url: string) => object;
	/** Changes the name, as somebody can at the dashboard, or the URL. */
	change: (of: Simulator, to: Partial<Pick<Registered, 'name' | 'url'>>) => void;
}

const account: Kind = {
	mode: 'account',
	path: '/v1/webhook-events',
	parameters: { mode: 'account', events: ['payout.created', 'refund', 'charge.updated'] },
	terms: 'charge.updated,payout.created',
	edited: { events: ['charge.created'] },
	editedTerms: 'charge.created',
	all: ({ webhookEndpoints }) =>
		webhookEndpoints.map(({ id, name, url, event_types }) => ({
			id,
			name,
			url,
			terms: event_types.join(),
		})),
	body: (name, url) => ({ name, url, event_types: ['charge.updated'] }),
	change: ({ webhookEndpoints }, to) => void Object.assign(webhookEndpoints[0]!, to),
};

const link: Kind = {
	mode: 'link',
	path: '/v1/payment-requests',
	parameters: { mode: 'link', amount: 15, currency: 'SGD' },
	terms: '15.00',
	edited: { amount: 20 },
	editedTerms: '20.00',
	all: ({ records }) =>
		records.paymentRequests.map(({ id, reference_number, webhook, amount }) => ({
			id,
			name: reference_number ?? '',
			url: webhook ?? '',
			terms: amount,
		})),
	body: (name, url) => ({ amount: 15, currency: 'SGD', reference_number: name, webhook: url }),
	change: ({ records }, { name, url }) =>
		void Object.assign(records.paymentRequests[0]!, {
			...(name !== undefined && { reference_number: name }),
			...(url !== undefined && { webhook: url }),
		}),
};

export const kinds = [account, link];

/** Matches the name of an endpoint: workflow, node and n8n instance; and the reference number of a link, which has it. */
export const named = ({ mode }: Kind, workflowId = 'w-1', text = 'Orders') => {
	const name = `n8n:${workflowId}:trigger-1:[0-9a-f]{12}`;
	const pattern = mode === 'account' ? `^${name}$` : `^${text} \\(${name}\\)$`;
	return expect.stringMatching(new RegExp(pattern)) as string;
};
