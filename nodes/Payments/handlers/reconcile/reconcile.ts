import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { operationError, unexpectedResponse } from '../../errors/nodeErrors';
import { byCursor } from '../../pagination/cursorPages';
import type { Context, RequestData, RequestHandler } from '../../run/context';
import { MAX_RECORDS } from '../../run/limits';
import { isUnsuccessful, statusFilter } from '../../shared/chargeStatus';
import { inPath } from '../../shared/id';
import { lists } from '../../shared/messages/lists';
import { reconciliations } from '../../shared/messages/reconciliations';
import { requests } from '../../shared/messages/requests';
import { amountOf } from '../../shared/money';
import { isRecordOf } from '../../shared/record';
import { DAY_MS, dayOf } from '../../shared/time';
import type { Rules } from '../../validation/rules';
import { validateAndBuild } from '../buildRequest';
import { handleItem } from '../handleItem';
import { fetcherOfList } from '../readRecord';
import { journalOf, type Accounts } from './journal';
import { linesOf, type Line } from './lines';
import { nameOf, rowOf } from './rows';
import type { Fields } from './sale';

/** The value of 'Format' for journal lines. */
export const JOURNAL = 'journal';

/** The values of the operation's parameters. */
interface Wanted extends Partial<Accounts> {
	payout_id: string;
	provider: string;
	days_before: number;
	format: string;
}

/**
 * Reads a payout, the charges that were settled with it and its transactions, and returns them as lines.
 *
 * @param rules, fields as in `validateAndBuild`
 */
export function reconcile(rules: Rules, fields: INodeProperties[]): RequestHandler {
	return handleItem(
		{ fields },
		validateAndBuild(rules, fields),
		async (context, request): Promise<Array<{ json: IDataObject }>> => {
			const wanted = request.options.qs as unknown as Wanted;
			const payout = await readPayout(context, request, wanted.payout_id);
			const isJournal = wanted.format === JOURNAL;
			if (isJournal && isUnsuccessful(payout.status))
				throw operationError(context, reconciliations.notPaid(String(payout.status)));
			const lines = await readLines(context, request, payout, wanted);
			const items = isJournal
				? journal(context, payout, lines, wanted as Wanted & Accounts)
				: lines.map((line) => rowOf(line, payout));
			return items.map((json) => ({ json }));
		},
	);
}

/** Finds a payout in the list: the API has no request for one. */
async function readPayout(context: Context, request: RequestData, id: string): Promise<Fields> {
	const isWanted = (record: IDataObject) => isRecordOf(id, record);
	const [found] = await readList(context, request, '/v1/payouts', {}, isWanted, 1);
	if (found) return found;
	throw operationError(context, requests.notInList);
}

async function readLines(
	context: Context,
	request: RequestData,
	payout: Fields,
	{ provider, days_before }: Wanted,
): Promise<Line[]> {
	const id = String(payout.id);
	const charges = await readList(context, request, '/v1/charges', {
		payout_id: id,
		statuses: statusFilter(),
	});
	const all = await readList(
		context,
		request,
		`/v1/balances/${inPath(provider)}/transactions`,
		daysOf(payout, charges, days_before),
		// The API has no filter by payout.
		({ payout_id: of }) => isRecordOf(id, { id: of }),
	);
	// The list is newest first: sales come before their refunds then.
	const transactions = all.toReversed();
	const amounts = [
		...transactions.flatMap(({ credit, debit }) => [credit, debit]),
		...charges.flatMap(({ amount, fixed_fee, discount_fee }) => [amount, fixed_fee, discount_fee]),
	];
	const isReadable = [...amounts.map((one) => one ?? 0), payout.source_amount].every(
		(one) => amountOf(one) !== null,
	);
	if (!isReadable) throw unexpectedResponse(context, reconciliations.noAmount);
	const currencies = [payout.source_currency, ...transactions.map(({ currency }) => currency)];
	if (!currencies.every((one) => typeof one === 'string' && one !== ''))
		throw unexpectedResponse(context, reconciliations.noCurrency);
	const lines = linesOf(payout, transactions, charges);
	if (lines.length > MAX_RECORDS) throw operationError(context, lists.tooLong(MAX_RECORDS));
	// Only the payout and the difference.
	if (lines.length === 2) {
		const { status } = payout;
		const message = isUnsuccessful(status)
			? reconciliations.nothingPaid(String(status), provider)
			: reconciliations.nothingFound(provider);
		throw operationError(context, message);
	}
	return lines;
}

/** Returns the filter for the days of the transactions, with a day more on both sides: the time zone is not stated. */
function daysOf(payout: Fields, charges: Fields[], daysBefore: number): IDataObject {
	const at = ({ created_at }: Fields) => Date.parse(String(created_at));
	const paidAt = at(payout);
	const times = charges.map(at).filter((time) => !Number.isNaN(time));
	if (Number.isNaN(paidAt)) return {};
	const first = times.reduce((one, other) => Math.min(one, other), paidAt - daysBefore * DAY_MS);
	const utcDay = (time: number) => new Date(time).toISOString().slice(0, 10);
	return { created_at_from: utcDay(first - DAY_MS), created_at_to: utcDay(paidAt + DAY_MS) };
}

/** Reads the records of a list that are accepted, up to a number. */
async function readList(
	context: Context,
	request: RequestData,
	path: string,
	filters: IDataObject,
	accepts?: (record: IDataObject) => boolean,
	limit = MAX_RECORDS + 1,
): Promise<IDataObject[]> {
	const fetchPage = fetcherOfList(context, request, path, filters);
	const mapRecord = (record: IDataObject) => record;
	return await byCursor(context, fetchPage, { limit, accepts, mapRecord });
}

/** @throws an error if lines are in several currencies */
function journal(context: Context, payout: Fields, lines: Line[], accounts: Accounts) {
	const { id, arrival_date, created_at } = payout;
	const { currency } = lines.at(-1)!;
	const other = lines.find((one) => one.currency !== currency);
	if (other) {
		throw operationError(context, reconciliations.otherCurrency(other.currency, currency));
	}
	const date = dayOf(arrival_date) ?? dayOf(created_at);
	// The lines themselves are not returned.
	const checks = new Set(lines.flatMap((one) => one.check ?? []));
	const common = {
		payout_id: String(id),
		date,
		description: nameOf(payout),
		currency,
		check: [...checks].join(', ') || null,
	};
	return journalOf(lines, accounts, common);
}
