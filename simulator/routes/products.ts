import type { FastifyInstance } from 'fastify';

import type { Business } from '../domain/business';
import { notFound } from '../errors';
import { numberedPage } from '../http/pagination';
import { stockOf } from '../records/shop';
import type { Product, ProductCategory } from '../records/types';
import type { Service } from '../service';

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
