import { createHash } from 'crypto';

import { credentialId, credentialType } from '../transport/credential';
import type { TriggerContext } from '../transport/request';
import { stateOf } from './state';

/**
 * How long a salt that was read is used again, in milliseconds. For a webhook, n8n sets up a whole engine for
 * expressions each time that a credential is read, which takes longer than all the rest.
 */
const RECENT = 10_000;

/** Salts that were read, by trigger and credential: there are as many as triggers, so they are kept. */
const known = new Map<string, { salt: string; readAt: number }>();

/**
 * The salt that was read a moment ago. It may have been changed since: a signature that does not fit it is
 * to be checked with the one of `saltOf`.
 */
export function recentSaltOf(context: TriggerContext): string | undefined {
	const { salt, readAt = 0 } = known.get(keyOf(context)) ?? {};
	return Math.abs(Date.now() - readAt) < RECENT ? salt : undefined;
}

function keyOf(context: TriggerContext): string {
	const mode = context.getNodeParameter('mode') as string;
	return [context.getWorkflow().id, context.getNode().id, credentialId(context), mode].join(' ');
}

/**
 * The salt that the service signs this trigger's notifications with, as the credential has it. An
 * endpoint of the account has one of its own (docs/interface.md, Event).
 *
 * @returns an empty text when there is none; whether it may be that of another endpoint, so that a signature
 *   that does not fit says nothing
 */
export async function saltOf(context: TriggerContext): Promise<{ salt: string; isStale: boolean }> {
	const isEndpoint = context.getNodeParameter('mode') === 'account';
	const { webhookSalt, endpointSalt } = await context.getCredentials(credentialType(context));
	const salt = (((isEndpoint ? endpointSalt : webhookSalt) ?? '') as string).trim();
	known.set(keyOf(context), { salt, readAt: Date.now() });
	return { salt, isStale: isEndpoint && hashOf(salt) === stateOf(context).staleSalt };
}

/** What is kept of a salt where it only has to be known again. */
export function hashOf(salt: string): string {
	return createHash('sha256').update(salt).digest('hex');
}
