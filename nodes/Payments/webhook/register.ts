import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import { isRecordOf } from '../transport/answer';
import { problemOf } from '../transport/check';
import { credentialType } from '../transport/credential';
import { elsewhere, toNodeError } from '../transport/errors';
import { request } from '../transport/request';
import { amountOf } from '../shared/money';
import { linkFields, linkRules } from './link';
import { isSameAddress, isTest, nameOfBefore, ownName } from './own';
import { hashOf, saltOf } from './salt';
import { saysNo } from './service';
import { stateOf } from './state';

/** The events that a user chooses, and what the service calls them (docs/interface.md, Event). */
const eventTypes: Record<string, string> = {
	'payment.completed': 'payment_request.completed',
	'payment.failed': 'payment_request.failed',
	refund: 'charge.updated',
	'charge.created': 'charge.created',
	'charge.updated': 'charge.updated',
	'payout.created': 'payout.created',
};

/** What it should be like. */
type Wanted = Omit<Found, 'id'> & IDataObject;

/** Something at the service that a trigger keeps while its workflow is published. */
interface Registration {
	path: string;
	/** Those that may stand under a name: the service's list, or what it finds. */
	find(context: IHookFunctions, name: string): Promise<Found[]>;
	nameOf(found: Found): string | undefined;
	/** @throws NodeOperationError when the trigger's parameters are no good */
	wanted(context: IHookFunctions): Wanted;
	/** Whether one is like that already. */
	fits(found: Found, wanted: Wanted): boolean;
	/** Where one sends its notifications. */
	addressOf(found: Found): string | undefined;
	/** What the request that makes one has to carry besides. */
	headers?(context: IHookFunctions): Promise<IDataObject>;
}

const endpoint: Registration = {
	path: '/v1/webhook-events',
	async find(context) {
		return toList(context, await request<unknown>(context, { method: 'GET', path: this.path }));
	},
	nameOf: ({ name }) => name,
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
		return (
			found.name === wanted.name &&
			found.url === wanted.url &&
			types.join() === wanted.event_types?.join()
		);
	},
	addressOf: ({ url }) => url,
};

const link: Registration = {
	path: '/v1/payment-requests',
	async find(context, name) {
		const query = { search: name, per_page: 100 };
		const answer = await request<{ data?: unknown } | null>(context, {
			method: 'GET',
			path: this.path,
			query,
		});
		const data = toList(context, answer?.data);
		// How the service searches is nowhere stated, so the one that is known is asked for by its id.
		const { id } = stateOf(context);
		const isListed = id === undefined || data.some((one) => one.id === id);
		const known = isListed ? undefined : await findOne(context, this, id);
		return [...(known ? [known] : []), ...data].filter(canBePaid);
	},
	nameOf: ({ reference_number }) => reference_number,
	wanted(context) {
		const checked = linkRules.safeParse({
			amount: context.getNodeParameter('amount'),
			currency: context.getNodeParameter('currency'),
			purpose: context.getNodeParameter('purpose', '') || context.getWorkflow().name,
		});
		if (!checked.success) {
			const { what, remedy } = problemOf(checked.error, linkFields);
			throw new NodeOperationError(context.getNode(), what, { description: remedy });
		}
		return {
			...checked.data,
			reference_number: ownName(context),
			allow_repeated_payments: 'true',
			webhook: context.getNodeWebhookUrl('default'),
		};
	},
	fits(found, wanted) {
		return (
			found.reference_number === wanted.reference_number &&
			found.webhook === wanted.webhook &&
			found.purpose === wanted.purpose &&
			amountOf(found.amount) === amountOf(wanted.amount) &&
			found.currency?.toLowerCase() === wanted.currency?.toLowerCase()
		);
	},
	addressOf: ({ webhook }) => webhook,
	/** Platforms earn a commission with it; only the OAuth2 credential has it. */
	async headers(context) {
		const { platformKey = '' } = await context.getCredentials<{ platformKey?: string }>(
			credentialType(context),
		);
		const key = platformKey.trim();
		return key === '' ? {} : { 'X-PLATFORM-KEY': key };
	},
};

/** The records of a list that have an id. @throws NodeOperationError when it is none */
function toList(context: IHookFunctions, answer: unknown): Found[] {
	if (!Array.isArray(answer)) {
		throw new NodeOperationError(
			context.getNode(),
			'The answer of the service holds no list of records',
			{ description: elsewhere },
		);
	}
	return answer.flatMap((one) => toFound(one) ?? []);
}

/** What is read of one. A field that is not what it should be counts as one that is not there. */
const text = z.string().optional().catch(undefined);
const foundRules = z.object({
	id: z.string().min(1),
	name: text,
	url: text,
	event_types: z.array(z.string()).optional().catch(undefined),
	reference_number: text,
	status: text,
	webhook: text,
	allow_repeated_payments: z.union([z.boolean(), z.string()]).optional().catch(undefined),
	purpose: text,
	amount: z.union([z.string(), z.number()]).optional().catch(undefined),
	currency: text,
});
type Found = z.infer<typeof foundRules>;

/** An endpoint or a payment request, as the service has it; nothing where there is no id. */
function toFound(answer: unknown): Found | undefined {
	return foundRules.safeParse(answer).data;
}

/** One that takes repeated payments may count as completed after the first of them. */
function canBePaid({ status = '', allow_repeated_payments: isRepeated }: Found): boolean {
	if (status === 'completed') return String(isRepeated) === 'true';
	return !['expired', 'canceled', 'inactive'].includes(status);
}

async function findOne(context: IHookFunctions, { path }: Registration, id: string) {
	const found = await request<unknown>(context, {
		method: 'GET',
		path: `${path}/${encodeURIComponent(id)}`,
	}).catch((error: unknown) => {
		if (!saysNo(error)) throw error;
	});
	return isRecordOf(id, found) ? toFound(found) : undefined;
}

/** By the trigger's mode; listening for what Payments nodes register needs nothing. */
const registrations: Record<string, Registration | undefined> = { account: endpoint, link };

/**
 * n8n asks this at each publish. What stands under the trigger's name is kept, brought up to date,
 * and never doubled; what it registered in another mode goes.
 *
 * @returns whether there is nothing left to create
 * @throws an error that says what is wrong, and how to get unstuck
 */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	return await readably(context, async () => {
		checkEvents(context);
		const mode = modeOf(context);
		const state = stateOf(context);
		if (state.mode !== undefined && state.mode !== mode) await removeAll(context, state.mode);
		state.address = context.getNodeWebhookUrl('default');

		const registration = registrations[mode];
		if (!registration) return true;
		const wanted = registration.wanted(context);
		const [first, ...extra] = await findOwn(context, registration, isTest(context));
		for (const { id } of extra) await removeOne(context, registration, id);
		if (!first) return false;
		if (!registration.fits(first, wanted)) {
			await request(context, {
				method: 'PUT',
				path: `${registration.path}/${first.id}`,
				body: wanted,
			});
		}
		// It may be the one of a publish that broke off, or one that somebody made anew.
		if (first.id !== state.id) await doubtSalt(context);
		remember(context, first);
		return true;
	});
}

/**
 * What the trigger registered, by its name. What version 0.1.0 registered has no n8n in its name: it is this
 * trigger's if it notifies this very address, and may be that of a copy otherwise.
 */
async function findOwn(
	context: IHookFunctions,
	registration: Registration,
	isOfTest: boolean,
): Promise<Found[]> {
	const under = async (name: string) => {
		const found = await registration.find(context, name);
		return found.filter((one) => registration.nameOf(one) === name);
	};
	const own = await under(ownName(context, isOfTest));
	if (stateOf(context).name !== undefined) return own;
	const address = context.getNodeWebhookUrl('default');
	const before = await under(nameOfBefore(context, isOfTest));
	return [...own, ...before.filter((one) => isSameAddress(registration.addressOf(one), address))];
}

/** A new endpoint has a new salt, so the one in the credential is that of another. */
async function doubtSalt(context: IHookFunctions) {
	if (modeOf(context) !== 'account') return;
	const { salt } = await saltOf(context);
	if (salt !== '') stateOf(context).staleSalt = hashOf(salt);
}

/** A trigger that no event starts looks like one of which nothing was heard yet. */
function checkEvents(context: IHookFunctions) {
	const events = context.getNodeParameter('events', []);
	if (Array.isArray(events) && events.length > 0) return;
	throw new NodeOperationError(context.getNode(), "'Events' is empty", {
		description: 'Choose at least one event that starts the workflow.',
	});
}

/** n8n calls this when `checkExists` found nothing. */
export async function create(context: IHookFunctions): Promise<boolean> {
	return await readably(context, async () => {
		const registration = registrations[modeOf(context)];
		if (!registration) return true;
		const answer = await request<unknown>(context, {
			method: 'POST',
			path: registration.path,
			body: registration.wanted(context),
			headers: await registration.headers?.(context),
		});
		const made = toFound(answer);
		if (!made) {
			throw new NodeOperationError(
				context.getNode(),
				'The service answered the registration without an ID',
				{ description: `Publish the workflow again: what was registered is found. ${elsewhere}` },
			);
		}
		await doubtSalt(context);
		remember(context, made);
		return true;
	});
}

/** n8n calls this when the workflow is unpublished, or stops listening for a test event. */
export async function remove(context: IHookFunctions): Promise<boolean> {
	return await readably(context, async () => {
		const mode = modeOf(context);
		// It may have been changed since the last publish.
		for (const one of new Set([mode, stateOf(context).mode ?? mode])) await removeAll(context, one);
		return true;
	});
}

/**
 * Removes what the trigger registered in one of its modes: what sends to its address, and what it
 * remembers. The test run's has another address than the published one's.
 */
async function removeAll(context: IHookFunctions, mode: string) {
	const registration = registrations[mode];
	const state = stateOf(context);
	const address = context.getNodeWebhookUrl('default');
	for (const isOfTest of registration ? [false, true] : []) {
		for (const found of await findOwn(context, registration!, isOfTest)) {
			const isOwn = found.id === state.id || isSameAddress(registration!.addressOf(found), address);
			if (isOwn) await removeOne(context, registration!, found.id);
		}
	}
	if (state.mode !== mode) return;
	delete state.mode;
	delete state.id;
	delete state.name;
	delete state.checkoutUrl;
	delete state.staleSalt;
}

async function removeOne(context: IHookFunctions, { path }: Registration, id: string) {
	await request(context, { method: 'DELETE', path: `${path}/${id}` }).catch((error: unknown) => {
		// Gone already is as good. One that the service does not let go stays behind: to try again would
		// only keep the workflow from being published ever after.
		if (!saysNo(error)) throw error;
	});
}

function remember(context: IHookFunctions, { id, url }: Found) {
	const state = stateOf(context);
	state.mode = modeOf(context);
	state.id = id;
	state.name = ownName(context);
	if (state.mode === 'link') state.checkoutUrl = url;
}

function modeOf(context: IHookFunctions): string {
	return context.getNodeParameter('mode') as string;
}

/** What the service or the network says, in words for the one who publishes. */
async function readably<T>(context: IHookFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	}
}
