import type { IDataObject } from 'n8n-workflow';

import { money, parseAmount } from '../../shared/money';
import { savedMethodOf } from '../../shared/savedMethod';
import { SUBSCRIPTION_STATUSES } from '../../shared/statuses';
import { day, line, method, words } from '../label';
import { listOf } from '../list';
import { byEither, type Paging } from '../paging';

const pages = byEither();

/** Between the status and the token of the page. */
const SEPARATOR = ':';

/** Active subscriptions come first. The API lists the subscriptions of one status, by default the active ones. */
const statuses = ['active', ...SUBSCRIPTION_STATUSES.filter((one) => one !== 'active')];

/** Pages of one status after the other. */
const byStatus: Paging = {
	query: (token) => {
		const [status, page] = read(token);
		return { status, ...pages.query(page) };
	},
	next: (page, token) => {
		const [status, current] = read(token);
		const next = pages.next(page, current);
		if (next !== undefined) return status + SEPARATOR + next;
		const following = statuses[statuses.indexOf(status) + 1];
		return following && following + SEPARATOR;
	},
};

/** Returns the status and the token of the page within its list. */
function read(token = statuses[0]!): [string, string | undefined] {
	const [status = '', ...rest] = token.split(SEPARATOR);
	return [status, rest.join(SEPARATOR) || undefined];
}

/** Formats the saved payment method, such as `Visa 4242`; nothing if the record does not show it. */
function savedMethod(record: IDataObject): string | undefined {
	const saved = savedMethodOf(record);
	if (!saved) return saved === null ? 'No saved payment method' : undefined;
	const { brand, last4 } = saved.card ?? {};
	return `${words(brand)} ${words(last4)}`.trim() || method(saved.code);
}

/** Lists subscriptions, searched by their labels. */
export const searchSubscriptions = listOf<IDataObject>({
	path: '/v1/recurring-billing',
	paging: byStatus,
	label: (one) =>
		line(
			one.customer_name,
			one.customer_email,
			one.name,
			// One that only saves a payment method may have no amount, or 0.
			parseAmount(one.amount) ? money(one.amount, one.currency) : undefined,
			savedMethod(one),
			one.status === 'active' ? undefined : words(one.status),
			day(one.created_at),
		),
	page: ({ url }) => url,
});
