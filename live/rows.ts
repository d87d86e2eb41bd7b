import type { ApiRequest, ApiResponse, Exchange } from './client';
import { codeOf } from './differences';
import { objectOf, recordsOf, type Json } from './json';
import { probes, UNKNOWN_ID } from './reads';
import {
	codeOfMethod,
	currencyChange,
	limitsOfPlans,
	percentageForm,
	productForm,
} from './writeRows';

/** The observations where the records differ: number of the row in docs/dialects.md, topic, observation. */
export type Row = [row: number, topic: string, seen: string];

type Wanted = Partial<ApiRequest>;

const CHARGES = '/v1/charges';
const REQUESTS = '/v1/payment-requests';
const planUpdate: Wanted = { method: 'PUT', path: '/v1/subscription-plan/{plan_id}' };
const SUBSCRIPTIONS = '/v1/recurring-billing';
const requestUpdate: Wanted = { method: 'PUT', path: `${REQUESTS}/{payment_request_id}` };
const listed: Wanted = { method: 'GET', query: undefined };
const requests: Wanted = { method: 'GET', path: REQUESTS };

/** Rows that the status code of the first response shows. */
const byStatus: Array<[number, string, Wanted]> = [
	[1, 'PUT of a plan with its name only', planUpdate],
	[2, 'PUT of a payment request with its purpose only', requestUpdate],
	[3, 'Endpoint for payment_request.completed', { method: 'POST', path: '/v1/webhook-events' }],
	[8, 'A wrong key', { as: 'wrongKey' }],
	[13, 'Charges with statuses[]=succeeded', probes.succeeded],
	[40, 'Saving a card without an amount', { method: 'POST', path: SUBSCRIPTIONS }],
	[22, 'GET /v1/info', { method: 'GET', path: '/v1/info' }],
	[22, 'GET /v1/account-status', { method: 'GET', path: '/v1/account-status' }],
];

/** Rows that several responses show, each with the name of its endpoint. */
const byEndpoint: Array<[number, string, Wanted, (response: ApiResponse) => string[]]> = [
	[
		4,
		'Statuses of payments',
		requests,
		inRecords(({ payments }) => recordsOf(payments).map(({ status }) => codeOf(status))),
	],
	[
		5,
		'Statuses of charges',
		{ method: 'GET', path: CHARGES },
		inRecords(({ status }) => [codeOf(status)]),
	],
	[10, 'Style of lists', listed, styles],
	[
		11,
		'Default page size',
		listed,
		({ body }) => String(metaOf(body).per_page).match(/^\d{1,3}$/) ?? [],
	],
	[15, 'More fields of one charge', { path: `${CHARGES}/{charge_id}` }, moreFields],
	[16, 'Amounts', listed, inRecords(({ amount }) => amountForm(amount))],
	[17, 'Unknown ID', { method: 'GET', id: UNKNOWN_ID }, ({ status }) => [String(status)]],
	[18, 'Success of POST', { method: 'POST' }, ({ status }) => String(status).match(/^2../) ?? []],
	[
		25,
		'Payment methods',
		requests,
		inRecords(({ payment_methods: all }) => [all ?? []].flat().map(codeOf)),
	],
	[29, 'Headers', {}, ({ limits }) => Object.keys(limits)],
	[38, 'Values of invoices', { path: '/v1/invoices' }, invoiceValues],
	[39, 'Counts of subscriptions', { method: 'GET', path: SUBSCRIPTIONS }, inRecords(countForm)],
	[
		44,
		'Executors of charges',
		{ method: 'GET', path: CHARGES },
		inRecords(({ executor }) => (Array.isArray(executor) ? ['list'] : executor ? ['object'] : [])),
	],
	[
		51,
		'References of transfers',
		{ method: 'GET', path: '/v1/transfers' },
		inRecords(({ reference = 'missing' }) => [
			reference === null || reference === 'missing' ? String(reference) : 'text',
		]),
	],
];

/** Returns the rows about which the exchanges show something. */
export function rowsOf(exchanges: Exchange[]): Row[] {
	const all = (wanted: Wanted) =>
		exchanges.filter(({ request }) =>
			Object.entries(wanted).every(
				([name, value]) =>
					JSON.stringify(request[name as keyof ApiRequest]) === JSON.stringify(value),
			),
		);
	const rows = [
		...byStatus.map(([row, topic, wanted]): Row => {
			const [first] = all(wanted);
			return [row, topic, first ? String(first.response.status) : ''];
		}),
		...byEndpoint.map(([row, topic, wanted, find]): Row => {
			const seen: Record<string, string[]> = {};
			for (const { request, response } of all(wanted)) {
				const name = request.path.replace('/v1/', '');
				seen[name] = [...new Set([...(seen[name] ?? []), ...find(response)])].sort();
			}
			const found = Object.entries(seen).filter(([, texts]) => texts.length > 0);
			return [row, topic, found.map(([name, texts]) => `${name}: ${texts.join(', ')}`).join('; ')];
		}),
		[10, 'Page size of charges', pageSizeNames(all({ path: CHARGES }))] as Row,
		[12, 'Failed charges without a filter', failedByDefault(all)] as Row,
		[41, 'PUT of a subscription with another currency', currencyChange(exchanges)] as Row,
		[42, 'A QR code of ShopeePay', codeOfMethod(exchanges)] as Row,
		[43, 'A plan above a limit', limitsOfPlans(exchanges)] as Row,
		[45, 'Payment requests by unknown metadata', metadataFilter(all)] as Row,
		[
			52,
			'A draft with two variations, and an update without its flags',
			productForm(exchanges),
		] as Row,
		[37, 'The percentage 0.05 of a discount', percentageForm(exchanges)] as Row,
	];
	return rows.filter(([, , seen]) => seen !== '').sort(([one], [other]) => one - other);
}

function inRecords(find: (record: Json) => string[]) {
	return ({ body }: ApiResponse) => recordsOf(body).flatMap(find);
}

function metaOf(body: unknown): Json {
	return objectOf(objectOf(body).meta);
}

function styles({ body }: ApiResponse): string[] {
	const meta = metaOf(body);
	return ['next_cursor', 'current_page'].filter((name) => name in meta);
}

function moreFields({ body }: ApiResponse): string[] {
	const fields = ['amount_without_fees', 'refunded_amount', 'refunds', 'target_id', 'terminal_id'];
	return fields.filter((name) => name in objectOf(body));
}

function amountForm(amount: unknown): string[] {
	if (typeof amount === 'number') return ['number'];
	return typeof amount === 'string' ? [amount.includes(',') ? 'grouped text' : 'text'] : [];
}

/** Returns the types of the values of invoices that are text in some records. */
function invoiceValues({ body }: ApiResponse): string[] {
	return [objectOf(body), ...recordsOf(body)].flatMap((one) =>
		Object.entries({
			allow_partial_payments: [one.allow_partial_payments],
			discount: recordsOf(one.stackable_discounts).map(({ discount }) => discount),
			quantity: recordsOf(one.products).map(({ quantity }) => quantity),
		}).flatMap(([name, values]) =>
			values.flatMap((value) => (value === undefined ? [] : [`${name} is ${typeof value}`])),
		),
	);
}

/** Returns which of its counts a subscription has. */
function countForm({ times_charged: times, total_charge: total }: Json): string[] {
	if (total === undefined) return [];
	return [`times_charged is ${times === null ? 'null' : typeof times}`];
}

/** Returns the names that lead to pages of the size that was requested. */
function pageSizeNames(charges: Exchange[]): string {
	const all = recordsOf(charges[0]?.response.body).length;
	if (all <= Number(probes.perPage.query.perPage)) return '';
	const names = ['per_page', 'perPage'].filter((name) =>
		charges.some(({ request: { query = {}, as }, response }) => {
			const isOnly = Object.keys(query).join() === name && as === undefined;
			return isOnly && recordsOf(response.body).length === Number(query[name]);
		}),
	);
	return names.join(' and ') || 'neither per_page nor perPage';
}

/** Returns whether the newest failed charge is in the list without a filter. */
function failedByDefault(all: (wanted: Wanted) => Exchange[]): string {
	const [failed] = all(probes.failed).flatMap(({ response }) => recordsOf(response.body));
	const [first] = all({ path: CHARGES, query: undefined, as: undefined });
	const listed = recordsOf(first?.response.body);
	if (!failed) return '';
	if (listed.some(({ id }) => id === failed.id)) return 'included';
	return timeOf(failed) > timeOf(listed.at(-1)) ? 'left out' : '';
}

/** Returns whether payment requests are left out that do not have the metadata. */
function metadataFilter(all: (wanted: Wanted) => Exchange[]): string {
	const [filtered] = all(probes.metadata);
	const some = all(requests).flatMap(({ response }) => recordsOf(response.body));
	if (!filtered || some.length === 0) return '';
	if (filtered.response.status !== 200) return String(filtered.response.status);
	return recordsOf(filtered.response.body).length === 0 ? 'left out' : 'included';
}

function timeOf(record: Json = {}): number {
	return typeof record.created_at === 'string' ? Date.parse(record.created_at) : NaN;
}
