import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { request } from '../transport/request';
import { statusOf } from '../transport/errors';

/** The events that a user chooses, and what the service calls them (docs/interface.md, Event). */
export const eventTypes: Record<string, string> = {
	'payment.completed': 'payment_request.completed',
	'payment.failed': 'payment_request.failed',
	refund: 'charge.updated',
	'charge.created': 'charge.created',
	'charge.updated': 'charge.updated',
	'payout.created': 'payout.created',
};

/**
 * The name under which a trigger's endpoint or payment link stands at the service: the workflow and
 * the node. A test run has one of its own, so that it does not touch the published one.
 */
export function ownName(context: IHookFunctions): string {
	// n8n deletes both kinds in the same mode; only the address tells them apart.
	const isTest = context.getNodeWebhookUrl('default')?.includes('/webhook-test/');
	return `n8n:${context.getWorkflow().id}:${context.getNode().id}${isTest ? ':test' : ''}`;
}

/** An endpoint or a payment request, as the service has it. */
interface Found {
	id: string;
	name?: string;
	url?: string;
	event_types?: string[];
	reference_number?: string;
	status?: string;
	webhook?: string;
	purpose?: string;
	amount?: string | number;
	currency?: string;
}

/** What it should be like. */
type Wanted = Omit<Found, 'id'> & IDataObject;

/** Something at the service that a trigger keeps while its workflow is published. */
interface Registration {
	/** Those that stand under this trigger's name. */
	find(context: IHookFunctions): Promise<Found[]>;
	wanted(context: IHookFunctions): Wanted;
	/** Whether one is like that already. */
	fits(found: Found, wanted: Wanted): boolean;
	path: string;
}

const endpoint: Registration = {
	path: '/v1/webhook-events',
	async find(context) {
		const all = await request<Found[]>(context, { method: 'GET', path: this.path });
		return all.filter(({ name }) => name === ownName(context));
	},
	wanted(context) {
		const events = context.getNodeParameter('events', []) as string[];
		return {
			name: ownName(context),
			url: context.getNodeWebhookUrl('default'),
			event_types: [...new Set(events.map((event) => eventTypes[event] ?? event))].sort(),
		};
	},
	fits(found, wanted) {
		const types = [...(found.event_types ?? [])].sort();
		return found.url === wanted.url && types.join() === wanted.event_types?.join();
	},
};

const link: Registration = {
	path: '/v1/payment-requests',
	async find(context) {
		const search = ownName(context);
		const list = await request<{ data: Found[] }>(context, {
			method: 'GET',
			path: this.path,
			query: { search, per_page: 100 },
		});
		return list.data.filter(
			({ reference_number, status }) => reference_number === search && status === 'pending',
		);
	},
	wanted(context) {
		return {
			amount: context.getNodeParameter('amount') as number,
			currency: context.getNodeParameter('currency') as string,
			purpose: (context.getNodeParameter('purpose', '') as string) || context.getWorkflow().name,
			reference_number: ownName(context),
			allow_repeated_payments: 'true',
			webhook: context.getNodeWebhookUrl('default'),
		};
	},
	fits(found, wanted) {
		return (
			found.webhook === wanted.webhook &&
			found.purpose === wanted.purpose &&
			Number(found.amount) === Number(wanted.amount) &&
			found.currency?.toLowerCase() === wanted.currency?.toLowerCase()
		);
	},
};

/** By the trigger's mode; listening for what Payments nodes register needs nothing. */
const registrations: Record<string, Registration | undefined> = { account: endpoint, link };

/** What a trigger keeps between publishes; n8n saves what is written at activation. */
interface State {
	/** The mode that it registered in. */
	mode?: string;
	/** The link's checkout page, for every event. */
	checkoutUrl?: string;
}

/**
 * n8n asks this at each publish. What stands under the trigger's name is kept, brought up to date,
 * and never doubled; what it registered in another mode goes.
 *
 * @returns whether there is nothing left to create
 */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	const mode = modeOf(context);
	const state = stateOf(context);
	if (state.mode !== undefined && state.mode !== mode) await removeAll(context, state.mode);

	const registration = registrations[mode];
	if (!registration) return true;
	const [first, ...extra] = await registration.find(context);
	for (const { id } of extra) await removeOne(context, registration, id);
	if (!first) return false;
	const wanted = registration.wanted(context);
	if (!registration.fits(first, wanted)) {
		await request(context, {
			method: 'PUT',
			path: `${registration.path}/${first.id}`,
			body: wanted,
		});
	}
	remember(context, first);
	return true;
}

/** n8n calls this when `checkExists` found nothing. */
export async function create(context: IHookFunctions): Promise<boolean> {
	const registration = registrations[modeOf(context)];
	if (!registration) return true;
	const made = await request<Found>(context, {
		method: 'POST',
		path: registration.path,
		body: registration.wanted(context),
	});
	remember(context, made);
	return true;
}

/** n8n calls this when the workflow is unpublished, or stops listening for a test event. */
export async function remove(context: IHookFunctions): Promise<boolean> {
	const mode = modeOf(context);
	// It may have been changed since the last publish.
	for (const one of new Set([mode, stateOf(context).mode ?? mode])) await removeAll(context, one);
	return true;
}

/** Removes what stands under the trigger's name from one of its modes. */
async function removeAll(context: IHookFunctions, mode: string) {
	const registration = registrations[mode];
	for (const { id } of (await registration?.find(context)) ?? []) {
		await removeOne(context, registration!, id);
	}
	const state = stateOf(context);
	if (state.mode !== mode) return;
	delete state.mode;
	delete state.checkoutUrl;
}

async function removeOne(context: IHookFunctions, { path }: Registration, id: string) {
	await request(context, { method: 'DELETE', path: `${path}/${id}` }).catch((error: unknown) => {
		// Gone already is as good.
		if (statusOf(error) !== 404) throw error;
	});
}

function remember(context: IHookFunctions, { url }: Found) {
	const state = stateOf(context);
	state.mode = modeOf(context);
	if (state.mode === 'link') state.checkoutUrl = url;
}

function modeOf(context: IHookFunctions): string {
	return context.getNodeParameter('mode') as string;
}

function stateOf(context: IHookFunctions): State {
	return context.getWorkflowStaticData('node');
}
