import { DateTime } from 'luxon';
import type { INode, INodeParameters } from 'n8n-workflow';

import { node, payments } from '../workflows.mjs';
import type { Api } from './environment.mjs';

/** One year: all records but the older charges. */
const YEAR = { from: '2024-07-01', to: '2025-06-30' };

/** Three years: all records. */
const YEARS = { from: '2022-07-01', to: '2025-06-30' };

/** The records to list. */
export type Kind = 'charges' | 'older charges' | 'paid payouts';

/** The name of the node that outputs the records. */
export const RECORDS = 'Records';

/**
 * Returns a Payments node that lists all older charges: one month for each item, since n8n takes no more than 100,000 records
 * from one item.
 */
export function byMonth(account: string): INode[] {
	const records = thisNode(account, 'older charges', {});
	const filters = { createdFrom: '={{ $json.from }}', createdTo: '={{ $json.to }}' };
	return [
		node('Months', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ months: monthsOf(YEARS) }),
		}),
		node('Each month', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'months', options: {} }),
		{ ...records, parameters: { ...records.parameters, filters } },
	];
}

/** Returns the first and the last day of each month, newest first. */
function monthsOf({ from, to }: typeof YEARS): Array<typeof YEARS> {
	const first = DateTime.fromISO(from);
	const months: Array<typeof YEARS> = [];
	for (let month = DateTime.fromISO(to).startOf('month'); month >= first;) {
		months.push({ from: month.toISODate()!, to: month.endOf('month').toISODate()! });
		month = month.minus({ months: 1 });
	}
	return months;
}

function daysOf(kind: Kind) {
	return kind === 'older charges' ? YEARS : YEAR;
}

/** Returns a Payments node that lists all records. */
export function thisNode(
	account: string,
	kind: Kind,
	options: INodeParameters,
	output: 'simplified' | 'raw' = 'simplified',
): INode {
	const status = kind === 'paid payouts' ? { status: 'paid' } : {};
	const { from, to } = daysOf(kind);
	return payments(RECORDS, account, {
		resource: kind === 'paid payouts' ? 'payout' : 'charge',
		operation: 'getAll',
		returnAll: true,
		output,
		filters: { createdFrom: from, createdTo: to, ...status },
		options,
	});
}

/** Returns the URL of the same list. */
export function listAddress(url: string, kind: Kind, perPage: number): string {
	const { from, to } = daysOf(kind);
	const query =
		kind === 'paid payouts'
			? `payouts?status=paid&created_at_from=${from}&created_at_to=${to}`
			: `charges?date_from=${from}&date_to=${to}`;
	return `${url}/v1/${query}&per_page=${perPage}`;
}

/** Returns n8n's HTTP Request node with cursor pagination, and Split Out for the records. */
export function httpList(
	{ url, apiKey }: Omit<Api, 'account'>,
	kind: Kind,
	perPage: number,
): INode[] {
	const next = '$response.body.meta.next_cursor';
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'cursor', value: `={{ ${next} }}` }] },
		paginationCompleteWhen: 'other',
		completeExpression: `={{ ${next} === null }}`,
		limitPagesFetched: false,
		requestInterval: 0,
	};
	return [
		httpRequest('Pages', apiKey, {
			url: listAddress(url, kind, perPage),
			options: { pagination: { pagination } },
		}),
		node(RECORDS, 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'data', options: {} }),
	];
}

/** Returns n8n's HTTP Request node with the key in a header, which takes less time than a credential. */
export function httpRequest(name: string, apiKey: string, parameters: INodeParameters): INode {
	return node(name, 'n8n-nodes-base.httpRequest', 4.2, {
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'X-BUSINESS-API-KEY', value: apiKey }] },
		...parameters,
	});
}

/** Returns n8n's HTTP Request node with the credential of this node. */
export function httpRequestWithCredential(
	name: string,
	account: string,
	parameters: INodeParameters,
): INode {
	const authentication = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'paymentsApi',
	};
	return node(
		name,
		'n8n-nodes-base.httpRequest',
		4.2,
		{ ...authentication, ...parameters },
		{ credentials: { paymentsApi: { id: account, name: 'Payments account' } } },
	);
}

/** Returns the last node of a measured workflow, which outputs only the last record. */
export function lastOne(): INode {
	return node('Last', 'n8n-nodes-base.limit', 1, { keep: 'lastItems' });
}

/** Returns the last node of a workflow that responds with all IDs in order. */
export function allIds(): INode {
	return node('Response', 'n8n-nodes-base.aggregate', 1, {
		fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'id' }] },
		options: {},
	});
}

/** Returns the node that outputs one item for each entry of a field of the request. */
export function eachOf(field: string): INode {
	return node('Items', 'n8n-nodes-base.splitOut', 1, {
		fieldToSplitOut: `body.${field}`,
		options: {},
	});
}
