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
import { markSaltStale } from './salt';
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
	if (!isStart || !isPassing) return false;
	return stateOf(context).desired === (await hashOf(context, desired));
}

/**
 * Returns the hash of a desired registration, without its metadata, such as the name of the workflow, and of the account
 * that the credential belongs to: the API, and the key or the OAuth2 app. A credential can be edited in place, e.g. from
 * the sandbox to production, where nothing is registered yet. Salts and tokens may change.
 */
async function hashOf(context: IHookFunctions, desired: Desired): Promise<string> {
	const credentials = await context.getCredentials(credentialType(context));
	const { clientId = '' } = credentials;
	const account = [enteredBaseUrl(credentials), keyHeader(credentials), clientId];
	return hash(JSON.stringify([{ ...desired, metadata: undefined }, ...account]));
}

/** Records the registration in the state of the trigger. */
export async function saveState(context: IHookFunctions, { id, url }: Found, desired: Desired) {
	const state = stateOf(context);
	// It may be new or from an interrupted publish, or somebody may have created it again.
	if (id !== state.id) await markSaltStale(context, id);
	const mode = modeOf(context);
	const name = registrationName(context);
	Object.assign(state, { mode, id, name, desired: await hashOf(context, desired) });
	// The trigger redirects customers to this URL.
	if (mode === 'link') state.checkoutUrl = url !== undefined && isWebAddress(url) ? url : undefined;
}
