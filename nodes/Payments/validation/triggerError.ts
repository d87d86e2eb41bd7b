import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import { toNodeError } from '../errors/nodeErrors';
import { credentialType } from '../run/credential';
import { Secrets } from '../run/secrets';
import { quoteValues } from './validate';

/**
 * Turns any error of a trigger into one for the user, which quotes the values that were refused.
 *
 * @param fields its parameters, for the labels in messages
 */
export async function triggerError(
	context: IHookFunctions | IPollFunctions,
	thrown: unknown,
	fields: INodeProperties[],
) {
	const error = toNodeError(context.getNode(), thrown, undefined, undefined, { fields });
	try {
		const type = credentialType(context);
		const credential = await context.getCredentials<ICredentialDataDecryptedObject>(type);
		quoteValues(error, new Secrets(credential));
	} catch {
		// If the credential cannot be read, nothing that was entered is repeated: it may be a secret.
	}
	return error;
}
