import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { keyHeader } from '../../../../credentials/apiKey';
import { ifFound, isOutage, readFailure, refuses } from '../../errors/httpFailure';
import { operationError } from '../../errors/nodeErrors';
import { hash } from '../../events/event';
import { credentialType } from '../../run/credential';
import { recordPath } from '../../shared/id';
import { webhookMessages } from '../../shared/messages/webhooks';
import { isSameUrl } from '../../shared/webhookPath';
import { enteredBaseUrl } from '../../transport/baseUrl';
import { isRetryable } from '../../transport/queue/retry';
import { type ApiRequest, request } from '../../transport/triggerRequest';
import { isWebAddress } from '../../validation/rules';
import { endpoint, withoutDerived } from './endpoint';
import { type Found, type Registration, toFound } from './found';
import { modeOf, registrationName, stateOf } from './identity';
import { link } from './link';
import { markSaltStale } from './salt';

/** By the trigger's mode. Notifications of Payments nodes require no registration. */
export const registrations: Record<string, Registration | undefined> = { account: endpoint, link };

/**
 * Finds the registrations of the trigger by their name, or by the ID, since the dashboard can change the name. In a
 * copy of this n8n, the ID is that of the original, whose name differs.
 */
export async function findRegistered(
	context: IHookFunctions,
	registration: Registration,
	isOfTest: boolean,
): Promise<Found[]> {
	const { id, name: saved } = stateOf(context);
	const name = registrationName(context, isOfTest);
	const found = await registration.find(context, name);
	return found.filter(
		(one) => registration.hasName(one, name) || (one.id === id && saved === name),
	);
}

export async function createOne(
	context: IHookFunctions,
	registration: Registration,
	desired: IDataObject,
) {
	const created = toFound(await send(context, registration, desired));
	if (!created) throw operationError(context, webhookMessages.registrationWithoutId);
	await saveState(context, created, desired);
}

/** Updates a registration. @returns false if the API refuses the update, and a new one can be created instead */
export async function update(
	context: IHookFunctions,
	registration: Registration,
	id: string,
	desired: IDataObject,
): Promise<boolean> {
	const updated = send(context, registration, desired, id).then(() => true);
	return (await (registration.isReplaceable ? ifFound(updated) : updated)) ?? false;
}

/**
 * Creates a registration, or updates the one with an ID. If the API does not offer one of the events, those that can be
 * derived from others are left out, and the state records this.
 */
async function send(
	context: IHookFunctions,
	registration: Registration,
	desired: IDataObject,
	id?: string,
): Promise<unknown> {
	const { path } = registration;
	const apiRequest: ApiRequest =
		id === undefined
			? { method: 'POST', path, headers: await registration.headers?.(context) }
			: { method: 'PUT', path: recordPath(path, id) };
	let isDerived = false;
	const response = await request(context, { ...apiRequest, body: desired }).catch(
		async (thrown: unknown) => {
			if (!refuses(thrown, 'event_types')) throw thrown;
			isDerived = true;
			return await request(context, { ...apiRequest, body: withoutDerived(desired) });
		},
	);
	stateOf(context).isDerived = isDerived;
	return response;
}

/** Removes the registrations of a mode: each that notifies the trigger's URL, and the one in its state. */
export async function removeAll(context: IHookFunctions, mode = '') {
	const registration = registrations[mode];
	if (!registration) return;
	const state = stateOf(context);
	const url = context.getNodeWebhookUrl('default');
	for (const isOfTest of [false, true]) {
		for (const found of await findRegistered(context, registration, isOfTest)) {
			const isRegistered = found.id === state.id || isSameUrl(found[registration.urlField], url);
			if (isRegistered) await removeOne(context, registration, found.id);
		}
	}
	if (state.mode !== mode) return;
	// The URL of the trigger stays.
	for (const key of Object.keys(state) as Array<keyof typeof state>)
		if (key !== 'address' && key !== 'token') delete state[key];
}

export async function removeOne(context: IHookFunctions, { path }: Registration, id: string) {
	// If the API refuses to delete it, it is left: a failure would prevent the workflow from ever being published again.
	await ifFound(request(context, { method: 'DELETE', path: recordPath(path, id) }));
}

/**
 * Returns whether the registration is kept although no request could confirm it: n8n starts, nothing changed since the
 * last publish, and the failure passes. n8n would remove it after an error, and the next one has another checkout page or
 * salt.
 */
export async function isKept(
	context: IHookFunctions,
	desired: IDataObject,
	error: unknown,
): Promise<boolean> {
	const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	const failure = readFailure(error);
	const isPassing =
		isRetryable(failure) ||
		isOutage(failure) ||
		failure.isInvalidResponse ||
		failure.tokenFailure !== undefined ||
		[401, 403].includes(failure.status ?? 0);
	if (!isStart || !isPassing) return false;
	return stateOf(context).desired === (await hashOf(context, desired));
}

/**
 * Returns the hash of a desired registration, without its metadata, and of the account: the API, and the key or the OAuth2
 * app. A credential can be edited in place, e.g. from the sandbox to production, where nothing is registered yet.
 */
async function hashOf(context: IHookFunctions, desired: IDataObject): Promise<string> {
	const credentials = await context.getCredentials(credentialType(context));
	const { clientId = '' } = credentials;
	const account = [enteredBaseUrl(credentials), keyHeader(credentials), clientId];
	return hash(JSON.stringify([{ ...desired, metadata: undefined }, ...account]));
}

export async function saveState(context: IHookFunctions, { id, url }: Found, desired: IDataObject) {
	const state = stateOf(context);
	// It may be new or from an interrupted publish, or somebody may have created it again.
	if (id !== state.id) await markSaltStale(context, id);
	const mode = modeOf(context);
	const name = registrationName(context);
	Object.assign(state, { mode, id, name, desired: await hashOf(context, desired) });
	// The trigger redirects customers to this URL.
	if (mode === 'link') state.checkoutUrl = isWebAddress(url) ? url : undefined;
}
