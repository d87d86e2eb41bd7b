import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { apiAddress } from '../../../credentials/environments';
import { checkAddress } from './check';
import { credentialType } from './credential';
import { runOf } from './run';
import type { Context, NodeContext } from './types';

/** What knows the node's credential. */
type WithCredential = NodeContext & {
	getCredentials(type: string): Promise<ICredentialDataDecryptedObject>;
};

/**
 * Where a credential leads.
 *
 * @returns the address in front of /v1, without a slash at its end
 * @throws an error that names the field of the credential, when it leads nowhere
 */
export function addressOf(
	context: NodeContext,
	credentials: ICredentialDataDecryptedObject,
): string {
	return checked(context, addressIn(credentials));
}

/**
 * Where the node's credential leads, as `addressOf`, read once for all items of a run: n8n takes it from
 * the first item's credential as well, and reading a credential costs as much as a request.
 */
export async function addressOfRun(context: Context): Promise<string> {
	return checked(context, await (runOf(context).address ??= readAddress(context)));
}

/**
 * What tells APIs apart: the address in one spelling. Two credentials for one account have the same.
 *
 * @throws as `addressOf`
 */
export async function apiOfRun(context: Context): Promise<string> {
	return new URL(await addressOfRun(context)).href.replace(/\/+$/, '');
}

async function readAddress(context: WithCredential): Promise<string> {
	return addressIn(await context.getCredentials(credentialType(context)));
}

function addressIn(credentials: ICredentialDataDecryptedObject): string {
	return apiAddress(credentials).trim().replace(/\/+$/, '');
}

function checked(context: NodeContext, address: string): string {
	checkAddress(context, address);
	return address;
}
