import { createHash } from 'crypto';

import type { Context, RequestData } from '../../../shared/context';
import { credentialId } from '../../../shared/credential';
import { isObject, idTextOf } from '../../../shared/record';
import { credentialOfRun } from '../../../shared/run';
import { read } from '../../../transport/send';
import { memory } from '../memory';

/**
 * Returns what identifies the business of a credential: its ID, read once a key or token, so that two credentials of one
 * business share it, and a credential that is connected to another business does not. If it cannot be read, the ID of
 * the credential.
 *
 * @param api its URL
 */
export async function businessOf(
	context: Context,
	request: RequestData,
	api: string,
): Promise<string> {
	const { businesses } = memory.ledger;
	const { apiKey, oauthTokenData } = await credentialOfRun(context);
	const token = isObject(oauthTokenData) ? oauthTokenData.access_token : apiKey;
	const hash = createHash('sha256')
		.update(token as string)
		.digest('hex');
	const key = `${api} ${hash}`;
	const recorded = businesses.get(key);
	const reading = recorded ?? readId(context, request);
	if (!recorded) businesses.set(key, reading);
	const id = await reading;
	const credential = `credential:${encodeURIComponent(credentialId(context))}`;
	if (id !== undefined) {
		if (!recorded) memory.ledger.moveBusiness(credential, id);
		return id;
	}
	if (businesses.get(key) === reading) businesses.delete(key);
	return credential;
}

/** Returns the subject of a name in a business. */
export function withBusiness(business: string, name: string): string {
	return `${business} ${name}`;
}

/** Returns the name in a subject, which is locked in all businesses: which one it is may not be known yet. */
export function withoutBusiness(subject: string): string {
	return subject.slice(subject.indexOf(' ') + 1);
}

async function readId(context: Context, request: RequestData): Promise<string | undefined> {
	const info = await read(context, request, '/v1/info').catch(() => undefined);
	return idTextOf(info);
}
