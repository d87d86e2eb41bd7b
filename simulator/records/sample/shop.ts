import { DAY, type Calendar } from '../calendar';
import { cents } from '../charges';
import type {
	Charge,
	Location,
	Order,
	OrderStatus,
	Product,
	ProductCategory,
	ProductVariation,
} from '../types';
import { categoryNames, firstNames, goods, lastNames, sizes } from './names';
import type { Random } from './random';

/** Generates product categories. The second of each three is within the first, and the last is not active. */
export function makeCategories(random: Random, count: number): ProductCategory[] {
	const categories = Array.from({ length: count }, (_, index): ProductCategory => {
		const name = categoryNames[index % categoryNames.length] as string;
		return {
			id: random.uuid(),
			name: `${name} ${index + 1}`,
			description: random.chance(0.5) ? `All ${name.toLowerCase()}` : null,
			is_active: index === 0 || index !== count - 1,
			is_parent: index % 3 !== 1,
			order: index + 1,
			children: [],
			image: null,
		};
	});
	for (const [index, one] of categories.entries()) {
		if (!one.is_parent) categories[index - 1]?.children.push(one);
	}
	return categories;
}

export interface ProductSetting {
	random: Random;
	calendar: Calendar;
	categories: ProductCategory[];
	locations: Location[];
	/** All products are older (milliseconds since 1970). */
	before: number;
}

/** Generates products, newest first: every third one has variations, every fifth one is a draft. */
export function makeProducts(setting: ProductSetting, count: number): Product[] {
	const { random, calendar, categories, locations, before } = setting;
	return Array.from({ length: count }, (_, index) => {
		const [name, headline, price] = goods[index % goods.length]!;
		const id = random.uuid();
		const isDraft = index % 5 === 4;
		const created = calendar.withOffset(
			before - (index + 1) * DAY + random.int(0, DAY / 1000 - 1) * 1000,
		);
		const variations = index % 3 === 2 ? variationsOf(random, name, price) : [];
		const { id: locationId, name: locationName } = random.pick(locations);
		return {
			id,
			category_id: [random.pick(categories).id],
			name: `${name} ${index + 1}`,
			headline: random.chance(0.8) ? headline : null,
			description: `<p>${headline}.</p>`,
			currency: 'SGD',
			price,
			price_stored: Math.round(price * 100),
			status: isDraft ? 'draft' : 'published',
			quantity: variations.length > 0 ? null : random.chance(0.2) ? 0 : random.int(1, 80),
			quantity_alert_level: variations.length > 0 ? null : 5,
			is_manageable: 1,
			is_pinned: index === 1,
			variations,
			channels: random.pick([['online_store'], ['pos', 'online_store'], ['pos', 'invoice']]),
			locations: [{ id: locationId, name: locationName }],
			is_shopify: random.chance(0.2),
			is_woocommerce: random.chance(0.1),
			product_url: `https://shop.example/product/${id}`,
			is_published: !isDraft,
			images: [],
			created_at: created,
			updated_at: created,
		};
	});
}

function variationsOf(random: Random, name: string, price: number): ProductVariation[] {
	return sizes.map((size, index) => ({
		id: random.uuid(),
		stock_keeping_unit: `${name.toUpperCase().replaceAll(' ', '-')}-${size[0]}`,
		description: size,
		price: cents(price + index * 2),
		quantity: random.int(0, 40),
		quantity_alert_level: 2,
		variation_value_1: size,
		variation_value_2: null,
		variation_value_3: null,
	}));
}

/** Returns how many pieces of a product there are. */
export function stockOf({ quantity, variations }: Product): number {
	return variations.reduce((sum, one) => sum + one.quantity, quantity ?? 0);
}

export interface OrderSetting {
	random: Random;
	calendar: Calendar;
	/** Newest first. */
	charges: Charge[];
	products: Product[];
	/** All orders are older (milliseconds since 1970). */
	before: number;
}

/** How orders without a payment end. */
const unpaid: ReadonlyArray<readonly [OrderStatus, number]> = [
	['draft', 3],
	['expired', 2],
	['canceled', 2],
];

/** Generates orders, newest first. Charges that succeeded paid most of them. */
export function makeOrders(setting: OrderSetting, count: number): Order[] {
	const { random, charges, before } = setting;
	const paying = charges.filter(({ status }) => status === 'succeeded').slice(0, count);
	const orders = Array.from({ length: count }, (_, index) => {
		const charge = index % 4 === 3 ? undefined : paying.shift();
		if (charge) return paidOrder(setting, charge);
		return openOrder(setting, before - (index + 1) * 12 * 3_600_000, random.weighted(unpaid));
	});
	orders.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
	for (const [index, order] of orders.entries()) order.order_display_number = 1000 + count - index;
	return orders;
}

function paidOrder({ random, products }: OrderSetting, charge: Charge): Order {
	const isOnline = random.chance(0.6);
	const shipping = isOnline && charge.amount > 10 ? 5 : 0;
	const subtotal = cents(charge.amount - shipping);
	const { name } = random.pick(products);
	return {
		id: random.uuid(),
		order_display_number: 0,
		channel: isOnline ? 'online_store' : 'point_of_sale',
		customer: charge.customer,
		currency: charge.currency,
		status: random.chance(0.8) ? 'completed' : 'sent',
		remark: charge.remark || null,
		location: isOnline ? null : charge.location,
		...linesOf(random, name, 1, subtotal),
		charges: [charge],
		payment_status: 'paid',
		fulfilment_status: random.chance(0.7) ? 'fulfilled' : 'unfulfilled',
		subtotal,
		amount: charge.amount,
		total_discount_amount: 0,
		shipping_amount: shipping,
		line_item_tax_amount: 0,
		closed_at: charge.closed_at,
		created_at: charge.created_at,
		updated_at: charge.updated_at,
	};
}

type OpenOrderSetting = Pick<OrderSetting, 'random' | 'calendar' | 'products'>;

/** Returns a function that generates a draft with a time of creation. */
export function orderMaker(setting: OpenOrderSetting) {
	let number = 5000;
	return (at: number): Order => ({
		...openOrder(setting, at, 'draft'),
		order_display_number: (number += 1),
	});
}

function openOrder(
	{ random, calendar, products }: OpenOrderSetting,
	at: number,
	status: OrderStatus,
) {
	const { name, price, currency } = random.pick(products);
	const quantity = random.int(1, 3);
	const amount = cents(quantity * price);
	const first = random.pick(firstNames);
	const created = calendar.withOffset(at);
	const order: Order = {
		id: random.uuid(),
		order_display_number: 0,
		channel: 'point_of_sale',
		// At a point of sale, few customers leave their name.
		customer: random.chance(0.3)
			? { name: `${first} ${random.pick(lastNames)}`, email: '', phone_number: '' }
			: null,
		currency: currency.toLowerCase(),
		status,
		remark: null,
		location: null,
		...linesOf(random, name, quantity, price),
		charges: [],
		payment_status: null,
		fulfilment_status: '',
		subtotal: amount,
		amount,
		total_discount_amount: 0,
		shipping_amount: 0,
		line_item_tax_amount: 0,
		closed_at: status === 'draft' ? null : created,
		created_at: created,
		updated_at: created,
	};
	return order;
}

function linesOf(random: Random, name: string, quantity: number, price: number) {
	const line = { name, quantity, unit_price: price };
	const total = cents(quantity * price);
	return {
		line_items: [{ id: random.uuid(), ...line, line_item_amount: total }],
		products: [{ id: random.uuid(), ...line, total_price: total }],
	};
}
