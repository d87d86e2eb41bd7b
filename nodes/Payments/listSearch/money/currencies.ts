import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { ifAvailable } from '../../errors/httpFailure';
import { toNodeError } from '../../errors/nodeErrors';
import { currencyOfBusiness } from '../../shared/businessInfo';
import { request } from '../../transport/triggerRequest';
import { line } from '../label';

/** Currencies of HitPay's countries and of visitors: they grow with these (choice). Others are entered by code. */
const CURRENCIES =
	'AED AUD BND CAD CHF CNY EUR GBP HKD IDR INR JPY KRW LKR MYR NZD PHP PKR SAR SGD THB TWD USD VND'.split(
		' ',
	);

/** Lists currencies, with that of the account first. */
export async function searchCurrencies(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	// Without the profile, the currency of the account is not marked.
	const info = await ifAvailable(request(this, { method: 'GET', path: '/v1/info' })).catch(
		(thrown: unknown) => {
			throw toNodeError(this.getNode(), thrown);
		},
	);
	const ofAccount = currencyOfBusiness(info);
	const codes = new Set([...(ofAccount ? [ofAccount] : []), ...CURRENCIES]);
	const searched = filter.trim().toLowerCase();
	const names = new Intl.DisplayNames(['en'], { type: 'currency' });
	const results = [...codes].map((code) => ({
		name: line(code, names.of(code), code === ofAccount ? 'your account' : undefined),
		value: code,
	}));
	return { results: results.filter(({ name }) => name.toLowerCase().includes(searched)) };
}
