import { money } from '../../shared/money';
import { day, line, words } from '../label';
import { listOf } from '../list';
import { byEither } from '../paging';

/** The fields of an order's label (docs/interface.md, Order). */
interface Order {
	order_display_number?: number | string | null;
	customer?: { name?: string | null; email?: string | null } | null;
	amount?: number | string;
	currency?: string;
	status?: string;
	created_at?: string;
}

/** Lists orders, searched by the API and by their labels: the API does not search the number of an order. */
export const searchOrders = listOf<Order>({
	path: '/v1/orders',
	search: 'keywords',
	isSearchedHere: true,
	paging: byEither(),
	label: (order) =>
		line(
			order.order_display_number,
			money(order.amount, order.currency),
			words(order.status),
			day(order.created_at),
			order.customer?.name || order.customer?.email,
		),
});
