import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { ifAvailable } from '../../errors/httpFailure';
import { toNodeError } from '../../errors/nodeErrors';
import { providersOf } from '../../shared/businessInfo';
import { request } from '../../transport/triggerRequest';
import { line, words } from '../label';

/** The only payment provider that a source names. Other providers are in the account, or entered by their names. */
const KNOWN_PROVIDER = 'adyen';

/** Lists payment providers, with those of the account first. */
export async function searchProviders(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const path = '/v1/account-status';
	// Some sources do not have this path.
	const status = await ifAvailable(request(this, { method: 'GET', path })).catch(
		(thrown: unknown) => {
			throw toNodeError(this.getNode(), thrown);
		},
	);
	const providers = new Map(providersOf(status));
	if (!providers.has(KNOWN_PROVIDER)) providers.set(KNOWN_PROVIDER, {});
	const searched = filter.trim().toLowerCase();
	const results = [...providers].map(([value, { setup_status: setup }]) => ({
		name: line(words(value), words(setup)),
		value,
	}));
	return { results: results.filter(({ name }) => name.toLowerCase().includes(searched)) };
}
