import type { IHookFunctions } from 'n8n-workflow';

import { keyHeader } from '../../../../credentials/apiKey';
import { isOutage, readFailure } from '../../errors/httpFailure';
import { credentialType } from '../../run/credential';
import { hash } from '../../shared/events/event';
import { enteredBaseUrl } from '../../transport/baseUrl';
import { isRetryable } from '../../transport/queue/retry';
import { isWebAddress } from '../../validation/rules';
import type { Desired, Found } from './found';
import { registrationName } from './name';
import { modeOf, stateOf } from './state';

/**
 * Returns whether the registration is kept although no request could confirm it: n8n starts, nothing changed since the
 * last publish, and the failure is of the kind that ends, or says nothing about the registrations that exist. n8n would
 * remove the registration after an error, and the next one has another checkout page or another salt.
 */
export async function isKept(
	context: IHookFunctions,
	desired: Desired,
	error: unknown,
): Promise<boolean> {
	const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	const failure = readFailure(error);
	const isPassing =
		isRetryable(failure) ||
		isOutage(failure) ||
		failure.isInvalidResponse ||
		[401, 403].includes(failure.status ?? 0);
	const state = stateOf(context);
	if (!isStart || !isPassing || state.desired !== hashOfDesired(desired)) return false;
	return state.account === (await hashOfAccount(context));
}

/**
 * Returns the hash of the account that a credential belongs to: the API, and the key or the OAuth2 app. A credential
 * can be edited in place, e.g. from the sandbox to production, where nothing is registered yet. Salts and tokens may
 * change. The name of the registration makes the hash of a key differ between triggers.
 */
export async function hashOfAccount(context: IHookFunctions): Promise<string> {
	const credentials = await context.getCredentials(credentialType(context));
	const { clientId = '' } = credentials;
	const parts = [enteredBaseUrl(credentials), keyHeader(credentials), clientId];
	return hash(JSON.stringify([registrationName(context), ...parts]));
}

/** Returns the hash of a desired registration, without its metadata, such as the name of the workflow. */
export function hashOfDesired(desired: Desired): string {
	return hash(JSON.stringify({ ...desired, metadata: undefined }));
}

export async function saveState(context: IHookFunctions, { id, url }: Found, desired: Desired) {
	const account = await hashOfAccount(context);
	const state = stateOf(context);
	state.mode = modeOf(context);
	state.id = id;
	state.name = registrationName(context);
	state.desired = hashOfDesired(desired);
	state.account = account;
	if (state.mode !== 'link') return;
	// The trigger redirects customers to this URL.
	state.checkoutUrl = url !== undefined && isWebAddress(url) ? url : undefined;
}
