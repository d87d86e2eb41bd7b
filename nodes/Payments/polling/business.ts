import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';

import { apiAddress } from '../../../credentials/environments';
import { isKeyRefused, readFailure } from '../errors/httpFailure';
import { credentialType } from '../run/credential';
import { idTextOf, isObject } from '../shared/record';
import { wait } from '../transport/clock';
import { readWithRetries } from '../transport/triggerRequest';
import { memory } from './memory';

/** How long to wait before a profile is read again that cannot be read any more: a gateway may be in the way. */
const REREAD_MS = 5_000;

/**
 * Returns the ID of the business that a credential belongs to; nothing if the credential may not read it, or if the
 * profile has none. The ID is read once for each key or token: another key in the same credential may belong to another
 * business.
 *
 * @param recorded the ID that was read earlier
 * @throws an error if the profile cannot be read for now
 */
export async function businessOf(
	context: IPollFunctions,
	recorded: string | undefined,
): Promise<string | undefined> {
	const hash = hashOf(await context.getCredentials(credentialType(context)));
	const { businesses } = memory;
	const cached = businesses.get(hash);
	if (cached !== undefined) return cached;
	let id = await readId(context);
	if (id === undefined && recorded !== undefined) {
		await wait(REREAD_MS);
		id = await readId(context);
	}
	if (id !== undefined) businesses.set(hash, id);
	return id;
}

async function readId(context: IPollFunctions): Promise<string | undefined> {
	const info = await readWithRetries(context, '/v1/info', {}).catch((thrown: unknown) => {
		const failure = readFailure(thrown);
		const isForbidden = failure.status === 403 && !isKeyRefused(failure);
		if (!isForbidden && failure.status !== 404) throw thrown;
	});
	return idTextOf(info?.body);
}

/** Returns the hash of a key or a token and of the address of its API. */
function hashOf(credentials: ICredentialDataDecryptedObject): string {
	const { apiKey, oauthTokenData } = credentials;
	const token = isObject(oauthTokenData) ? oauthTokenData.access_token : apiKey;
	return createHash('sha256')
		.update(JSON.stringify([apiAddress(credentials), token]))
		.digest('hex');
}
