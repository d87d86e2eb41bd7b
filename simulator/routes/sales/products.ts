import type { FastifyInstance } from 'fastify';

import type { ProductCreate, ProductUpdate } from '../../../contract/types';
import type { Business } from '../../domain/business';
import { invalid, notFound } from '../../errors';
import { numberedPage } from '../../http/pagination';
import { cents } from '../../records/charges';
import { stockOf } from '../../records/sample/shop';
import type { Product, ProductCategory, ProductVariation } from '../../records/types';
import type { Service } from '../../service';

interface ProductQuery {
	statuses?: string[];
	categories?: string[];
	source?: string[];
	inventory?: string[];
	location_ids?: string[];
	channels?: string[];
	keywords?: string[];
}

interface CategoryQuery {
	active?: 'true' | 'false';
	parent_id?: string;
	keywords?: string;
}

type Sent<T extends { name: string; price: number }> = Partial<T> & Pick<T, 'name' | 'price'>;
type New = Sent<ProductCreate>;
type Changes = Sent<Omit<ProductUpdate, '_method'>>;
type Row = Partial<ProductCreate['variations'][number]> &
	Pick<ProductVariation, 'price' | 'quantity' | 'quantity_alert_level'>;
type Flags = 'price_stored' | 'status' | 'is_published' | 'is_manageable' | 'is_pinned';

/** Products, newest first, and their categories (docs/interface.md, Products). */
export function productRoutes(api: FastifyInstance, service: Service) {
	const indexOf = ({ products }: Business, id: string): number => {
		const index = products.findIndex((one) => one.id === id.toLowerCase());
		if (index < 0) throw notFound('Product');
		return index;
	};

	api.get<{ Querystring: ProductQuery }>('/v1/products', (request) => {
		const { query, business } = request;
		const found = business.products.filter((product) => matches(product, query));
		return numberedPage(found, request, service);
	});

	api.get<{ Params: { id: string } }>(
		'/v1/products/:id',
		({ params, business }) => business.products[indexOf(business, params.id)],
	);

	api.post<{ Body: New }>('/v1/products', ({ body, business }, reply) => {
		const product = newProduct(business, body, service.settings.now());
		business.products.unshift(product);
		return reply.code(201).send(product);
	});

	api.post<{ Params: { id: string }; Body: Changes }>(
		'/v1/products/:id',
		({ params, body, business }) => {
			const product = business.products[indexOf(business, params.id)]!;
			const variations = variationsWith(product, body);
			const updated_at = business.calendar.withOffset(service.settings.now());
			return Object.assign(product, changesOf(body), { variations, updated_at });
		},
	);

	api.delete<{ Params: { id: string } }>('/v1/products/:id', ({ params, business }, reply) => {
		business.products.splice(indexOf(business, params.id), 1);
		return reply.code(204).send();
	});

	api.get<{ Querystring: CategoryQuery }>('/v1/product-category', (request) => {
		const { query, business } = request;
		const found = business.categories.filter((one) => matchesCategory(one, query, business));
		return numberedPage(found, request, service, 'page', 'perPage');
	});
}

/** Returns the fields of a product that a request changes. A flag that is left out has its default, also in an update. */
function changesOf(body: Changes): Partial<Product> {
	const { name, price, description, quantity, quantity_alert_level } = body;
	const { publish = '1', is_manageable = '1', is_pinned = '0', category_ids: category_id } = body;
	const changes: Partial<Product> = {
		...{ name, description, quantity, quantity_alert_level, category_id, price },
		price_stored: cents(price * 100),
		status: publish === '1' ? 'published' : 'draft',
		is_published: publish === '1',
		is_manageable: Number(is_manageable),
		is_pinned: is_pinned === '1',
	};
	const given = Object.entries(changes).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given);
}

function newProduct(business: Business, body: New, now: number): Product {
	const id = business.newId();
	const at = business.calendar.withOffset(now);
	const { location_ids = [], variations = [] } = body;
	const locations = business.locations.filter((one) => location_ids.includes(one.id));
	return {
		...{ id, name: body.name, headline: null, description: '', category_id: [], price: body.price },
		currency: (body.currency ?? 'sgd').toUpperCase(),
		...{ quantity: null, quantity_alert_level: null, channels: body.channels ?? [] },
		locations: locations.map((one) => ({ id: one.id, name: one.name })),
		...{ is_shopify: false, is_woocommerce: false, images: [] },
		product_url: `https://shop.example/product/${id}`,
		...(changesOf(body) as Pick<Product, Flags>),
		variations: variations.map((one) => variationOf(one, business.newId())),
		...{ created_at: at, updated_at: at },
	};
}

function variationOf(row: Row, id: string): ProductVariation {
	const { price, quantity, quantity_alert_level } = row;
	const values = [row.variation_value_1, row.variation_value_2, row.variation_value_3];
	const [variation_value_1 = null, variation_value_2 = null, variation_value_3 = null] = values;
	return {
		...{ id, stock_keeping_unit: null, price, quantity, quantity_alert_level },
		description: values.filter(Boolean).join(' / '),
		...{ variation_value_1, variation_value_2, variation_value_3 },
	};
}

/** Returns the variations after an update, in which those that it does not name stay. @throws a 422 about an unknown one */
function variationsWith({ variations }: Product, { existing_variation: rows = [] }: Changes) {
	const ids = rows.map(({ id }) => id.toLowerCase());
	if (ids.some((id) => !variations.some((one) => one.id === id))) {
		throw invalid('existing_variation', 'The selected existing_variation is invalid.');
	}
	return variations.map((one): ProductVariation => {
		const row = rows[ids.indexOf(one.id)];
		if (!row) return one;
		const { price, quantity, quantity_alert_level } = row;
		return { ...one, price, quantity, quantity_alert_level };
	});
}

function matches(product: Product, query: ProductQuery): boolean {
	const { name, headline, description, id, variations } = product;
	const codes = variations.map(({ stock_keeping_unit }) => stock_keeping_unit);
	const text = [name, headline, description, id, ...codes].join('\n');
	const sources = [product.is_shopify && 'shopify', product.is_woocommerce && 'wooCommerce'];
	return (
		isOneOf(query.statuses, [product.status]) &&
		isOneOf(query.categories, product.category_id) &&
		isOneOf(query.source, sources) &&
		isOneOf(query.inventory, [stockOf(product) > 0 ? 'in_stock' : 'out_of_stock']) &&
		isOneOf(
			query.location_ids,
			product.locations.map((one) => one.id),
		) &&
		isOneOf(query.channels, product.channels) &&
		containsWords(text, query.keywords?.join(' '))
	);
}

function matchesCategory(
	{ id, name, is_active }: ProductCategory,
	{ active, parent_id: parentId, keywords }: CategoryQuery,
	{ categories }: Business,
): boolean {
	const parent = categories.find((one) => one.id === parentId?.toLowerCase());
	return (
		(active === undefined || String(is_active) === active) &&
		(parentId === undefined || Boolean(parent?.children.some((one) => one.id === id))) &&
		containsWords(name, keywords)
	);
}

/** Returns whether one of the values is wanted; without a filter, all are. */
function isOneOf(wanted: string[] | undefined, values: unknown[]): boolean {
	return wanted?.some((one) => values.includes(one)) ?? true;
}

function containsWords(text: string, words = ''): boolean {
	const searched = text.toLowerCase();
	return words
		.toLowerCase()
		.split(/\s+/)
		.every((word) => searched.includes(word));
}
