import type { IHttpRequestMethods } from 'n8n-workflow';

/** The paths that HitPay counts as the business, and not as its payments (docs/interface.md, App and scopes). */
const BUSINESS_PATHS = [
	'/v1/account-status',
	'/v1/balances',
	'/v1/beneficiaries',
	'/v1/info',
	'/v1/locations',
	'/v1/payouts',
	'/v1/staffs',
	'/v1/transfers',
];

/** The paths that HitPay counts as commerce (docs/interface.md, App and scopes). */
const COMMERCE_PATHS = ['/v1/invoices', '/v1/orders', '/v1/product'];

/** The verb of a scope, by the method of the request that it allows. */
const verbs: Partial<Record<IHttpRequestMethods, string>> = {
	DELETE: 'delete',
	GET: 'read',
	PATCH: 'update',
	POST: 'create',
	PUT: 'update',
};

/**
 * Returns the scopes of which a request needs one, in words (docs/dialects.md); nothing if no source names one.
 *
 * @param path relative to the base URL
 */
export function scopesFor(path: string, method: IHttpRequestMethods = 'GET'): string | undefined {
	if (BUSINESS_PATHS.some((one) => path.startsWith(one))) {
		return method === 'GET' ? 'business:read' : undefined;
	}
	if (path.startsWith('/v1/customers')) return `customer, which includes customer:${verbs[method]}`;
	if (COMMERCE_PATHS.some((one) => path.startsWith(one))) {
		return `commerce or commerce:${verbs[method]}`;
	}
	if (method === 'GET') return 'payments or payments:read';
	if (path === '/v1/refund') return 'payments or payments:refund';
	return method === 'POST' ? 'payments or payments:create' : 'payments';
}
