import type { ICredentialDataDecryptedObject, IHookFunctions } from 'n8n-workflow';

import { enteredText } from '../../../../credentials/text';
import { hash } from '../../events/event';
import { credentialId, credentialType } from '../../run/credential';
import type { TriggerContext } from '../../transport/triggerRequest';
import { modeOf, stateOf } from './identity';
import { SharedReads } from './sharedReads';

/** How long a salt is cached, in milliseconds: when a webhook reads a credential, n8n takes longer than all the rest. */
const CACHE_MS = 10_000;

/** Cached salts, by trigger and credential. There is one for each trigger and credential, so none is removed. */
const cache = new Map<string, { salt: string; readAt: number }>();

/** Many forged notifications share the reads of the credential, one at a time. */
const reads = new SharedReads<ICredentialDataDecryptedObject>();

/** The endpoint and the salt that has verified notifications from it, by trigger and credential. */
const verified = new Map<string, string>();

/** Returns the cached salt. A signature that does not match may do so with that of `saltOf`. */
export function cachedSaltOf(context: TriggerContext): string | undefined {
	const { salt, readAt = 0 } = cache.get(keyOf(context)) ?? {};
	return Math.abs(Date.now() - readAt) < CACHE_MS ? salt : undefined;
}

function keyOf(context: TriggerContext): string {
	const mode = context.getNodeParameter('mode') as string;
	return [context.getWorkflow().id, context.getNode().id, credentialId(context), mode].join(' ');
}

/**
 * Reads the salt of this trigger's notifications from the credential. Each endpoint has its own (docs/interface.md, Event).
 *
 * @returns the salt, empty if there is none; `isStale` if it may belong to another endpoint: a mismatch proves nothing
 */
export async function saltOf(context: TriggerContext): Promise<{ salt: string; isStale: boolean }> {
	const isEndpoint = context.getNodeParameter('mode') === 'account';
	const { webhookSalt, endpointSalt } = await reads.next(
		keyOf(context),
		async () => await context.getCredentials(credentialType(context)),
	);
	const salt = enteredText(isEndpoint ? endpointSalt : webhookSalt);
	cache.set(keyOf(context), { salt, readAt: Date.now() });
	const isMarked = isEndpoint && hash(salt) === stateOf(context).staleSalt;
	return { salt, isStale: isMarked && !hasVerified(context, stateOf(context).id, salt) };
}

/** Records that a salt has verified a notification, so that it belongs to the trigger's endpoint. */
export function recordVerified(context: TriggerContext, salt: string) {
	verified.set(keyOf(context), JSON.stringify([stateOf(context).id, salt]));
}

/** Returns whether a salt has verified a notification of an endpoint since n8n started. */
export function hasVerified(
	context: TriggerContext,
	endpoint: string | undefined,
	salt: string,
): boolean {
	return verified.get(keyOf(context)) === JSON.stringify([endpoint, salt]);
}

/** Records that the salt in the credential may belong to another endpoint: a new endpoint has a new salt. */
export async function markSaltStale(context: IHookFunctions, id: string) {
	if (modeOf(context) !== 'account') return;
	const { salt } = await saltOf(context);
	if (salt !== '' && !hasVerified(context, id, salt)) stateOf(context).staleSalt = hash(salt);
}
