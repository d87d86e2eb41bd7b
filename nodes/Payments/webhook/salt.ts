import { createHash } from 'crypto';

import { credentialType } from '../transport/credential';
import type { TriggerContext } from '../transport/request';
import { stateOf } from './state';

/**
 * The salt that the service signs this trigger's notifications with, as the credential has it. An
 * endpoint of the account has one of its own (docs/interface.md, Event).
 *
 * @returns an empty text when there is none, or when it is known to be that of an older endpoint:
 *   then the service has to be asked
 */
export async function saltOf(context: TriggerContext): Promise<string> {
	const isEndpoint = context.getNodeParameter('mode') === 'account';
	const { webhookSalt, endpointSalt } = await context.getCredentials(credentialType(context));
	const salt = (((isEndpoint ? endpointSalt : webhookSalt) ?? '') as string).trim();
	const { staleSalt } = stateOf(context);
	return isEndpoint && salt !== '' && hashOf(salt) === staleSalt ? '' : salt;
}

/** What is kept of a salt where it only has to be known again. */
export function hashOf(salt: string): string {
	return createHash('sha256').update(salt).digest('hex');
}
