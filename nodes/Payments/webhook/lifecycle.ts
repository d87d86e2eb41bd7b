import { randomUUID } from 'crypto';
import type { IDataObject, IHookFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { keyHeader } from '../../../credentials/apiKey';
import { normalizeStatus } from '../shared/chargeStatus';
import { credentialType } from '../shared/credential';
import { isOutage, readFailure, refuses } from '../shared/errors/httpFailure';
import { InvalidResponseError } from '../shared/errors/invalidResponse';
import { operationError, toNodeError } from '../shared/errors/nodeErrors';
import { unescaped } from '../shared/html';
import { isId, recordPath } from '../shared/id';
import { lists } from '../shared/messages/lists';
import { webhookMessages } from '../shared/messages/webhooks';
import { amountOf } from '../shared/money';
import { WORKFLOW_FIELD } from '../shared/paymentLink';
import { isRecordOf } from '../shared/record';
import { isWebAddress } from '../shared/validation/rules';
import { describeIssues } from '../shared/validation/validate';
import { webhookPathOf } from '../shared/webhookPath';
import { enteredBaseUrl } from '../transport/baseUrl';
import { isRetryable } from '../transport/retry';
import { request, type ApiRequest } from '../transport/triggerRequest';
import { addressOf, tokenOf } from './address';
import { isNotFoundOrRejected } from './apiRecords';
import { withSources } from './deriveEvent';
import { eventFields } from './eventFields';
import { checkOutput } from './eventOutput';
import { paymentLinkFields, paymentLinkRules } from './paymentLinkFields';
import {
	hasMark,
	isSameUrl,
	isTest,
	legacyRegistrationName,
	registrationName,
	withMark,
} from './registrationName';
import { hashOf, hasVerified, saltOf } from './salt';
import { stateOf } from './staticData';

/** The events whose names in the API differ (docs/interface.md, Event). */
const eventTypes: Record<string, string> = {
	'payment.completed': 'payment_request.completed',
	'payment.failed': 'payment_request.failed',
	refund: 'charge.updated',
};

/** The parameters, each with the field of a registration that it becomes: for the labels in messages. */
const registeredFields: INodeProperties[] = Object.entries({
	amount: 'amount',
	currency: 'currency',
	event_types: 'events',
	purpose: 'purpose',
	reference_number: 'purpose',
}).flatMap(([property, parameter]) =>
	[...eventFields, ...paymentLinkFields]
		.filter(({ name }) => name === parameter)
		.map((field) => ({ ...field, routing: { send: { property } } })),
);

/** Returns an endpoint without the events that are derived from others. */
function withoutDerived(desired: Desired): Desired {
	return { ...desired, event_types: withSources(desired.event_types ?? []) };
}

/** A registration as the parameters require it. */
type Desired = Omit<Found, 'id'> & IDataObject;

/** What a trigger registers while its workflow is published: an endpoint or a payment link. */
interface Registration {
	path: string;
	/** Lists or searches what may have a name. */
	find(context: IHookFunctions, name: string): Promise<Found[]>;
	hasName(found: Found, name: string): boolean;
	/** @throws NodeOperationError if a parameter is not valid */
	desired(context: IHookFunctions): Desired;
	/** Returns whether a registration is up to date. @param name the present one of the trigger */
	matches(found: Found, desired: Desired, name: string): boolean;
	/** Returns the URL that is notified. */
	webhookUrlOf(found: Found): string | undefined;
	/** Whether another one is created if the API refuses to update one: a link that was paid may never change again. */
	isReplaceable?: boolean;
	/** Returns additional headers of the request that creates a registration. */
	headers?(context: IHookFunctions): Promise<IDataObject>;
}

const endpoint: Registration = {
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

const link: Registration = {
	path: '/v1/payment-requests',
	async find(context, name) {
		const query = { search: name, per_page: 100 };
		const response = await request<{ data?: unknown } | null>(context, {
			method: 'GET',
			path: this.path,
			query,
		});
		const data = toList(response?.data);
		// How the API searches is not documented, so the known one is also requested by its ID.
		const { id } = stateOf(context);
		const isListed = id === undefined || data.some((one) => one.id === id);
		const known = isListed ? undefined : await findOne(context, this, id);
		return [...(known ? [known] : []), ...data].filter(canBePaid);
	},
	hasName: ({ reference_number }, name) => hasMark(reference_number, name),
	desired(context) {
		const checked = paymentLinkRules.safeParse({
			amount: context.getNodeParameter('amount'),
			currency: context.getNodeParameter('currency', '', { extractValue: true }),
			purpose: context.getNodeParameter('purpose', '') || context.getWorkflow().name,
		});
		if (!checked.success) {
			throw operationError(context, describeIssues(checked.error, paymentLinkFields));
		}
		return {
			...checked.data,
			reference_number: withMark(checked.data.purpose, registrationName(context)),
			allow_repeated_payments: 'true',
			// For the list of payment requests, which shows whose link it is.
			metadata: { [WORKFLOW_FIELD]: context.getWorkflow().name ?? '' },
			webhook: addressOf(context),
		};
	},
	matches(found, desired, name) {
		return (
			// An update would be refused once it was paid, so an earlier text in front of the mark is left.
			hasMark(found.reference_number, name) &&
			found.webhook === desired.webhook &&
			// It may be escaped for HTML.
			[found.purpose, unescaped(found.purpose ?? '')].includes(desired.purpose) &&
			amountOf(found.amount) === amountOf(desired.amount) &&
			found.currency?.toLowerCase() === desired.currency?.toLowerCase()
		);
	},
	webhookUrlOf: ({ webhook }) => webhook,
	isReplaceable: true,
	/** Platforms earn a commission with it. */
	async headers(context) {
		const { platformKey = '' } = await context.getCredentials<{ platformKey?: string }>(
			credentialType(context),
		);
		const key = platformKey.trim();
		return key === '' ? {} : { 'X-PLATFORM-KEY': key };
	},
};

/**
 * Returns the records of a list that have an ID.
 *
 * @throws InvalidResponseError if it is not a list, such as the message of an API under maintenance
 */
function toList(response: unknown): Found[] {
	if (!Array.isArray(response)) throw new InvalidResponseError(lists.noList);
	return response.flatMap((one) => toFound(one) ?? []);
}

/** The fields that are read of a registration. A field of another type counts as missing. */
const text = z.string().optional().catch(undefined);
const foundRules = z.object({
	id: z.string().refine(isId),
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

/** Reads an endpoint or a payment request; undefined if it has no ID. */
function toFound(response: unknown): Found | undefined {
	return foundRules.safeParse(response).data;
}

/** Returns whether a payment link is usable. With repeated payments, its status may be completed after the first. */
function canBePaid({ status = '', allow_repeated_payments: isRepeated }: Found): boolean {
	if (status === 'completed') return String(isRepeated) === 'true';
	return !['expired', 'cancelled', 'inactive'].includes(normalizeStatus(status));
}

async function findOne(context: IHookFunctions, { path }: Registration, id: string) {
	const found = await request<unknown>(context, {
		method: 'GET',
		path: recordPath(path, id),
	}).catch((error: unknown) => {
		if (!isNotFoundOrRejected(error)) throw error;
	});
	return isRecordOf(id, found) ? toFound(found) : undefined;
}

/** By the trigger's mode. Notifications of Payments nodes require no registration. */
const registrations: Record<string, Registration | undefined> = { account: endpoint, link };

/**
 * Looks for an existing registration, which n8n requests at each publish. It is updated if necessary, or replaced.
 * Duplicates, and what the trigger registered in another mode, are removed.
 *
 * @returns whether nothing has to be created
 * @throws NodeApiError or NodeOperationError with what happened and what to do
 */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		checkEvents(context);
		checkPath(context);
		// Otherwise the workflow would fail with every event.
		checkOutput(context);
		const mode = modeOf(context);
		const state = stateOf(context);
		if (state.mode !== undefined && state.mode !== mode) await removeAll(context, state.mode);
		state.address = context.getNodeWebhookUrl('default');

		const registration = registrations[mode];
		if (!registration) return true;
		// Before anything is sent.
		registration.desired(context);
		return await checkOwn(context, registration).catch(async (error: unknown) => {
			if (!(await isKept(context, registration.desired(context), error))) throw error;
			return true;
		});
	});
}

/** Looks for the registrations, as `checkExists` does. */
async function checkOwn(context: IHookFunctions, registration: Registration): Promise<boolean> {
	const own = await findOwn(context, registration, isTest(context));
	chooseToken(context, registration, own);
	const desired = registration.desired(context);
	const expected = stateOf(context).isDerived ? withoutDerived(desired) : desired;
	const isUpToDate = (one: Found) => registration.matches(one, expected, registrationName(context));
	// A link that was replaced may still be there.
	const first = (registration.isReplaceable && own.find(isUpToDate)) || own[0];
	for (const one of own) if (one !== first) await removeOne(context, registration, one.id);
	if (!first) return false;
	if (!isUpToDate(first) && !(await update(context, registration, first.id, desired))) {
		await createOne(context, registration, desired);
		// Customers could pay it on other terms. It is removed last: the API may not accept the parameters at all.
		await removeOne(context, registration, first.id);
		return true;
	}
	// It may be from an interrupted publish, or somebody may have created it again.
	if (first.id !== stateOf(context).id) await markSaltStale(context, first.id);
	await saveState(context, first, desired);
	return true;
}

/**
 * Sets the token of the trigger's URL: the present one, also if n8n has lost its state, e.g. because the node was renamed.
 * A payment link of an earlier version has none, and cannot be changed once it was paid.
 */
function chooseToken(context: IHookFunctions, registration: Registration, own: Found[]) {
	const state = stateOf(context);
	const urls = own.map((one) => registration.webhookUrlOf(one));
	const known = urls.map(tokenOf).find((token) => token !== undefined);
	const hasNone = registration.isReplaceable && urls.length > 0 && known === undefined;
	if (hasNone) delete state.token;
	else state.token ??= known ?? randomUUID();
}

/**
 * Returns whether the registration is kept although the API could not be asked for it: n8n starts, nothing changed since
 * the last publish, and the failure is of the kind that ends, or says nothing about what exists. n8n would remove the
 * registration after an error, and the next one has another checkout page or another salt.
 */
async function isKept(context: IHookFunctions, desired: Desired, error: unknown): Promise<boolean> {
	const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	const failure = readFailure(error);
	const isPassing =
		isRetryable(failure) ||
		isOutage(failure) ||
		failure.isInvalidResponse ||
		[401, 403].includes(failure.status ?? 0);
	const state = stateOf(context);
	if (!isStart || !isPassing || state.desired !== hashOfDesired(desired)) return false;
	// An earlier version recorded no account. What it registered is kept as before.
	return state.account === undefined || state.account === (await hashOfAccount(context));
}

/**
 * Returns the hash of what the credential leads to: the API, and the key or the OAuth2 app. A credential can be edited in
 * place, e.g. from the sandbox to production, where nothing is registered yet. Salts and tokens may change. The name of
 * the registration makes the hash of a key differ between triggers.
 */
async function hashOfAccount(context: IHookFunctions): Promise<string> {
	const credentials = await context.getCredentials(credentialType(context));
	const { clientId = '' } = credentials;
	const parts = [enteredBaseUrl(credentials), keyHeader(credentials), clientId];
	return hashOf(JSON.stringify([registrationName(context), ...parts]));
}

/** Returns the hash of what is required. The metadata, such as the name of the workflow, is not. */
function hashOfDesired(desired: Desired): string {
	return hashOf(JSON.stringify({ ...desired, metadata: undefined }));
}

/**
 * Finds what the trigger registered, by its ID or its name: either may be changed at the dashboard. In a copy of this n8n,
 * the ID is that of the original, whose name differs. Registrations of a version before the first release have no n8n
 * instance in their names: they are this trigger's if they notify its URL.
 */
async function findOwn(
	context: IHookFunctions,
	registration: Registration,
	isOfTest: boolean,
): Promise<Found[]> {
	const { id, name: saved } = stateOf(context);
	const name = registrationName(context, isOfTest);
	const legacy = saved === undefined ? legacyRegistrationName(context, isOfTest) : undefined;
	const url = context.getNodeWebhookUrl('default');
	const isOwn = (one: Found) =>
		registration.hasName(one, name) ||
		(one.id === id && saved === name) ||
		(legacy !== undefined &&
			registration.hasName(one, legacy) &&
			isSameUrl(registration.webhookUrlOf(one), url));
	const found = new Map<string, Found>();
	for (const one of [name, ...(legacy === undefined ? [] : [legacy])]) {
		for (const record of await registration.find(context, one)) found.set(record.id, record);
	}
	return [...found.values()].filter(isOwn);
}

/** Records that the salt in the credential may belong to another endpoint: a new endpoint has a new salt. */
async function markSaltStale(context: IHookFunctions, id: string) {
	if (modeOf(context) !== 'account') return;
	const { salt } = await saltOf(context);
	if (salt !== '' && !hasVerified(context, id, salt)) stateOf(context).staleSalt = hashOf(salt);
}

/** Checks that events are selected: without any, the trigger would never start. */
function checkEvents(context: IHookFunctions) {
	const events = context.getNodeParameter('events', []);
	if (Array.isArray(events) && events.length > 0) return;
	throw operationError(context, webhookMessages.noEvents);
}

/** Checks the path by the rule of the Payments node, which could not notify the trigger otherwise. */
function checkPath(context: IHookFunctions) {
	if (modeOf(context) !== 'requests') return;
	// With an empty one, n8n makes the path.
	const path = context.getNodeParameter('path', '') ?? '';
	if (path !== '' && !webhookPathOf(path)) throw operationError(context, webhookMessages.path);
}

/** Creates the registration. n8n calls this if `checkExists` found none. */
export async function create(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const registration = registrations[modeOf(context)];
		if (registration) await createOne(context, registration, registration.desired(context));
		return true;
	});
}

async function createOne(context: IHookFunctions, registration: Registration, desired: Desired) {
	const response = await register(context, desired, {
		method: 'POST',
		path: registration.path,
		headers: await registration.headers?.(context),
	});
	const created = toFound(response);
	if (!created) {
		throw operationError(context, webhookMessages.registrationWithoutId);
	}
	await markSaltStale(context, created.id);
	await saveState(context, created, desired);
}

/** @returns whether it is up to date now; false if the API refuses that, and another one can be created instead */
async function update(
	context: IHookFunctions,
	registration: Registration,
	id: string,
	desired: Desired,
): Promise<boolean> {
	const apiRequest = { method: 'PUT', path: recordPath(registration.path, id) } as const;
	return await register(context, desired, apiRequest).then(
		() => true,
		(error: unknown) => {
			if (registration.isReplaceable && isNotFoundOrRejected(error)) return false;
			throw error;
		},
	);
}

/**
 * Sends a registration. If the API does not offer one of its events, it is sent without the events that are derived from
 * others, which the state records.
 */
async function register(
	context: IHookFunctions,
	desired: Desired,
	apiRequest: Pick<ApiRequest, 'method' | 'path' | 'headers'>,
): Promise<unknown> {
	const send = async (body: Desired) => await request<unknown>(context, { ...apiRequest, body });
	let isDerived = false;
	const response = await send(desired).catch(async (thrown: unknown) => {
		if (!refuses(thrown, 'event_types')) throw thrown;
		isDerived = true;
		return await send(withoutDerived(desired));
	});
	const state = stateOf(context);
	if (isDerived) state.isDerived = true;
	else delete state.isDerived;
	return response;
}

/** Removes the registration. n8n calls this when the workflow is unpublished, or when a test run ends. */
export async function remove(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const mode = modeOf(context);
		// The mode may have been changed since the last publish.
		for (const one of new Set([mode, stateOf(context).mode ?? mode])) await removeAll(context, one);
		return true;
	});
}

/**
 * Removes what the trigger registered in a mode: what notifies its URL, and what its state contains. A test run has
 * another URL than the published workflow.
 */
async function removeAll(context: IHookFunctions, mode: string) {
	const registration = registrations[mode];
	const state = stateOf(context);
	const url = context.getNodeWebhookUrl('default');
	for (const isOfTest of registration ? [false, true] : []) {
		for (const found of await findOwn(context, registration!, isOfTest)) {
			const isOwn = found.id === state.id || isSameUrl(registration!.webhookUrlOf(found), url);
			if (isOwn) await removeOne(context, registration!, found.id);
		}
	}
	if (state.mode !== mode) return;
	delete state.mode;
	delete state.id;
	delete state.name;
	delete state.desired;
	delete state.account;
	delete state.checkoutUrl;
	delete state.staleSalt;
	delete state.isDerived;
}

async function removeOne(context: IHookFunctions, { path }: Registration, id: string) {
	await request(context, { method: 'DELETE', path: recordPath(path, id) }).catch((error: unknown) => {
		// It may not exist any more. If the API refuses to delete it, it is left: a failure here would prevent the
		// workflow from ever being published again.
		if (!isNotFoundOrRejected(error)) throw error;
	});
}

async function saveState(context: IHookFunctions, { id, url }: Found, desired: Desired) {
	const account = await hashOfAccount(context);
	const state = stateOf(context);
	state.mode = modeOf(context);
	state.id = id;
	state.name = registrationName(context);
	state.desired = hashOfDesired(desired);
	state.account = account;
	if (state.mode !== 'link') return;
	// Customers are redirected to it.
	state.checkoutUrl = url !== undefined && isWebAddress(url) ? url : undefined;
}

function modeOf(context: IHookFunctions): string {
	return context.getNodeParameter('mode') as string;
}

/** Runs a task, and converts what it throws to an error for the user who publishes. */
async function withNodeErrors<T>(context: IHookFunctions, task: () => Promise<T>): Promise<T> {
	try {
		return await task();
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown, undefined, undefined, {
			fields: registeredFields,
		});
	}
}
