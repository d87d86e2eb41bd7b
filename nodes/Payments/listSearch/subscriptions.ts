import type { IDataObject } from 'n8n-workflow';

import { money } from '../shared/money';
import { SUBSCRIPTION_STATUSES } from '../shared/subscriptionStatus';
import { day, line, words } from './label';
import { listOf } from './list';
import { byEither, type Paging } from './paging';

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

/** Lists subscriptions, searched by their labels. */
export const searchSubscriptions = listOf<IDataObject>({
	path: '/v1/recurring-billing',
	paging: byStatus,
	label: (one) =>
		line(
			one.customer_name,
			one.customer_email,
			one.name,
			money(one.amount, one.currency),
			one.status === 'active' ? undefined : words(one.status),
			day(one.created_at),
		),
	page: ({ url }) => url,
});
