import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { statusOf } from '../../../errors/httpFailure';
import { operationError } from '../../../errors/nodeErrors';
import { lastDigits } from '../../../output/lastDigits';
import type { OutputMapper } from '../../../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../../../run/context';
import { isUnsuccessful } from '../../../shared/chargeStatus';
import { recordPath } from '../../../shared/id';
import { withValue } from '../../../shared/messages/message';
import { transfers } from '../../../shared/messages/transfers';
import { hasDecimals, decimalsOf, moneyInWords, toTenThousandths } from '../../../shared/money';
import { reportsError } from '../../../shared/record';
import { apiOfRun } from '../../../transport/baseUrl';
import { monotonic } from '../../../transport/clock';
import type { Rules } from '../../../validation/rules';
import { validateAndBuild, type ExtraValues } from '../../buildRequest';
import { handleItem } from '../../handleItem';
import { findRecord } from '../../readRecord';
import { sendOnce } from '../drive';
import { memory } from '../ledger/memory';
import { inItemOrder } from '../lock';
import type { Sent } from '../machine';
import { snapshotIdOf, snapshotOf } from '../snapshot/snapshot';
import type { Strategy } from '../strategy';
import { waitUntil } from '../waitUntil';
import { allShownAt, checkReference } from './reference';
import {
	findTransfer,
	isClaimed,
	isOfTerms,
	listTransfers,
	searchTransfers,
} from './transferEvidence';
import type { Terms, TransferSnapshot, TransferTask } from './transferTask';

/**
 * Sends money to a beneficiary once, whatever the network does (docs/reliability.md). A lookup finds the transfer by its
 * reference, which the node makes if the user gives none.
 *
 * @param rules, fields, extraValues as in `validateAndBuild`
 * @param output makes the items of the transfer
 */
export function transferOnce(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
	extraValues?: ExtraValues,
): RequestHandler {
	return handleItem({ fields }, validateAndBuild(rules, fields, extraValues), transfer, output);
}

async function transfer(context: Context, request: RequestData): Promise<INodeExecutionData[]> {
	const itemEntry = memory.requests.entryOf<TransferSnapshot>(context, 'transfer');
	const { allowRepeatedReference, ...body } = request.options.body as Partial<Terms> &
		Pick<Terms, 'beneficiary_id' | 'source_currency'> & { allowRepeatedReference?: boolean };
	const beneficiary = body.beneficiary_id.toLowerCase();
	let api = '';
	const findSubject = async () => {
		api = await apiOfRun(context);
		return itemEntry.state.kind === 'new' ? `transfer ${api} ${beneficiary}` : itemEntry.subject;
	};
	return await inItemOrder(context, findSubject, async (subject) => {
		const name = `${subject} ${JSON.stringify(body)}`;
		const entry = memory.requests.entryOfRequest(context, itemEntry, 'transfer', name);
		entry.subject = subject;
		const terms = { ...body, reference: body.reference ?? `n8n-${randomUUID()}` };
		const options = { ...request.options, body: terms };
		const isEntered = body.reference !== undefined;
		const mayRepeat = allowRepeatedReference === true || !isEntered;
		const ofReference = { isEntered, mayRepeat };
		const task = { context, request: { ...request, options }, terms, api, entry, ...ofReference };
		const record = await sendOnce(context, task.request, entry, transferStrategy(task));
		// The documented response lacks it.
		return [{ json: { ...record, reference: record.reference ?? entry.about!.reference } }];
	});
}

/** Returns how a transfer is made once. It is never sent again after an unknown outcome: HitPay would send the money again. */
function transferStrategy(task: TransferTask): Strategy<TransferSnapshot> {
	const { api, entry } = task;
	// An expression may return other values in a later try of n8n.
	const termsOf = ({ options }: Sent<TransferSnapshot>) => options.body as Terms;
	return {
		prepare: async () => await prepare(task),
		compare: async (sent, before) => await findTransfer({ ...task, terms: termsOf(sent) }, before),
		isExpected: (record, sent) =>
			!reportsError(record) &&
			!isClaimed(task, record) &&
			!sent.snapshot?.list.ids.has(snapshotIdOf(record)) &&
			isOfTerms(record, termsOf(sent)),
		refusalOf: ({ id, status }) =>
			isUnsuccessful(status) ? transfers.unsuccessful(id as string, status as string) : undefined,
		made: () => memory.ledger.claim(`${api} transfer`, entry),
		preview: (prepared) => {
			if ('record' in prepared) return { would_transfer: 0, ...entry.about };
			const terms = termsOf(prepared);
			const { amount } = moneyOf(terms);
			const { beneficiary_id } = terms;
			return {
				would_transfer: amount,
				currency: prepared.currency,
				...entry.about,
				beneficiary_id,
			};
		},
		unconfirmed: (sent, outcome, reason) => {
			const { reference, ...terms } = termsOf(sent);
			const { amount, currency } = moneyOf(terms, { payment_currency: sent.snapshot?.currency });
			return transfers.unconfirmed(moneyInWords(amount, currency), outcome, reason, reference);
		},
	};
}

/**
 * Reads the beneficiary and its transfers.
 *
 * @throws an error if these cannot be read, or if another transfer has, or may have, the reference
 */
async function prepare(task: TransferTask): Promise<Sent<TransferSnapshot>> {
	const { context, request, entry, isEntered, mayRepeat, terms } = task;
	if (!mayRepeat) await waitUntil(context, allShownAt(task));
	const at = monotonic();
	const [beneficiary, page] = await Promise.all([readBeneficiary(task), listTransfers(task)]);
	const { nickname, holder_name, account_number, currency: payment_currency } = beneficiary;
	const account_last4 = lastDigits(account_number);
	const { reference } = terms;
	entry.about = { reference, holder_name, nickname, account_last4 };
	const { amount, currency } = moneyOf(terms, { payment_currency });
	if (currency !== undefined && !hasDecimals(amount, decimalsOf(currency))) {
		const refusal = transfers.tooManyDecimals(currency.toUpperCase(), decimalsOf(currency));
		throw operationError(context, withValue(refusal, amount));
	}
	const searched = isEntered ? await searchTransfers(task, page) : [];
	if (!mayRepeat) checkReference(task, [...page.records, ...searched]);
	const list = snapshotOf(context, [page], at);
	for (const one of searched) list.ids.add(snapshotIdOf(one));
	return {
		options: request.options,
		snapshot: { list, currency: payment_currency as string },
		resend: 'never',
		moves: toTenThousandths(amount),
		currency,
	};
}

/** Reads a beneficiary; nothing of it if the credential may not. */
async function readBeneficiary({ context, request, terms }: TransferTask): Promise<IDataObject> {
	const url = recordPath('/v1/beneficiaries', terms.beneficiary_id);
	const options = { ...request.options, url };
	return await findRecord(context, { ...request, options }).catch((thrown: unknown) => {
		if (statusOf(thrown) === 403) return {};
		throw thrown;
	});
}

/** Returns the amount that was entered, and its currency in lower case; nothing of that if it is not known. */
function moneyOf(terms: Omit<Terms, 'reference'>, { payment_currency }: IDataObject = {}) {
	const { source_amount, source_currency, payment_amount } = terms;
	const [amount, currency] =
		source_amount === undefined
			? [payment_amount, payment_currency]
			: [source_amount, source_currency];
	return {
		amount: amount as number,
		currency: typeof currency === 'string' ? currency.toLowerCase() : undefined,
	};
}
