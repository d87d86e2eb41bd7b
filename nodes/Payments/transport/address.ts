import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { apiAddress } from '../../../credentials/environments';
import { checkAddress } from './check';
import { credentialType } from './credential';
import { runOf } from './run';
import { Secrets } from './secrets';
import type { Context, NodeContext } from './types';

/** What knows the node's credential. */
type WithCredential = NodeContext & {
	getCredentials(type: string): Promise<ICredentialDataDecryptedObject>;
};

/**
 * Where the node's credential leads.
 *
 * @returns the address in front of /v1, without a slash at its end
 * @throws an error that names the field of the credential, when it leads nowhere
 */
export async function addressOf(context: WithCredential): Promise<string> {
	return addressIn(context, await context.getCredentials(credentialType(context)));
}

/** As `addressOf`, read once for all items of a run. */
export async function addressOfRun(context: Context): Promise<string> {
	return addressIn(context, await credentialsOfRun(context));
}

/** The secrets of the node's credential, read once for all items of a run. */
export async function secretsOfRun(context: Context): Promise<Secrets> {
	const credentials = await credentialsOfRun(context);
	return (runOf(context).secrets ??= new Secrets(credentials));
}

/** n8n takes it from the first item's credential as well, and reading one costs as much as a request. */
async function credentialsOfRun(context: Context): Promise<ICredentialDataDecryptedObject> {
	return await (runOf(context).credentials ??= context.getCredentials(credentialType(context)));
}

/** As `addressOf`, of a credential that was read already. */
export function addressIn(
	context: NodeContext,
	credentials: ICredentialDataDecryptedObject,
): string {
	const address = apiAddress(credentials).trim().replace(/\/+$/, '');
	checkAddress(context, address);
	return address;
}
