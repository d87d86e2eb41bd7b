import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { enteredText } from './text';

/** Redirects are not followed: they would forward the key to other hosts. The last two are for n8n's older format. */
export const withoutRedirects = {
	disableFollowRedirect: true,
	...{ followRedirect: false, followAllRedirects: false },
};

/** Returns the header with the API key (docs/interface.md, Authentication). */
export function keyHeader({ apiKey }: ICredentialDataDecryptedObject) {
	return { 'X-BUSINESS-API-KEY': enteredText(apiKey) };
}
