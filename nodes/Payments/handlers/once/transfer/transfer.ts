import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { statusOf } from '../../../errors/httpFailure';
import { operationError } from '../../../errors/nodeErrors';
import { lastDigits } from '../../../output/lastDigits';
import type { OutputMapper } from '../../../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../../../run/context';
import { isUnsuccessful } from '../../../shared/chargeStatus';
import { recordPath } from '../../../shared/id';
import { ordinal, withValue } from '../../../shared/messages/message';
import { transfers } from '../../../shared/messages/transfers';
import { hasDecimals, decimalsOf, moneyInWords, toTenThousandths } from '../../../shared/money';
import { isObject, recordIn, reportsError } from '../../../shared/record';
import { apiOfRun } from '../../../transport/baseUrl';
import { monotonic } from '../../../transport/clock';
import { read } from '../../../transport/read';
import type { Rules } from '../../../validation/rules';
import { validateAndBuild, type ExtraValues } from '../../buildRequest';
import { handleItem } from '../../handleItem';
import { plannedFor } from '../../preview';
import { sendOnce } from '../drive';
import { memory } from '../ledger/memory';
import { inItemOrder } from '../lock';
import type { Sent } from '../machine';
import { snapshotIdOf, snapshotOf } from '../snapshot/snapshot';
import type { Strategy } from '../strategy';
import {
	findTransfer,
	isClaimed,
	isOfTerms,
	isSentByAnother,
	listTransfers,
	sameReference,
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
		// A later try sends and looks for the same one.
		const made = entry.about?.reference as string | undefined;
		const reference = body.reference ?? made ?? `n8n-${randomUUID()}`;
		entry.about = { ...entry.about, reference };
		const terms = { ...body, reference };
		const options = { ...request.options, body: terms };
		const mayRepeat = allowRepeatedReference === true || body.reference === undefined;
		const task = { context, request: { ...request, options }, terms, api, entry, mayRepeat };
		const record = await sendOnce(context, task.request, entry, transferStrategy(task));
		// The documented response lacks it.
		return [{ json: { ...record, reference: record.reference ?? reference } }];
	});
}

/** Returns how a transfer is made once. It is never sent again after an unknown outcome: HitPay would send the money again. */
function transferStrategy(task: TransferTask): Strategy<TransferSnapshot> {
	const { api, entry, terms } = task;
	return {
		prepare: async () => await prepare(task),
		compare: async (_sent, before) => await findTransfer(task, before),
		isExpected: (record, { snapshot }) =>
			!reportsError(record) &&
			!isClaimed(task, record) &&
			!snapshot?.list.ids.has(snapshotIdOf(record)) &&
			isOfTerms(record, terms),
		refusalOf: ({ id, status }) =>
			isUnsuccessful(status) ? transfers.unsuccessful(id as string, status as string) : undefined,
		made: () => memory.ledger.claim(`${api} transfer`, entry),
		preview: (prepared) => {
			if ('record' in prepared) return { would_transfer: 0, ...entry.about };
			const { amount } = moneyOf(terms);
			return { would_transfer: amount, currency: prepared.currency, ...entry.about };
		},
		unconfirmed: ({ snapshot }, outcome, reason) => {
			const { amount, currency } = moneyOf(terms, { payment_currency: snapshot?.currency });
			return transfers.unconfirmed(
				moneyInWords(amount, currency),
				outcome,
				reason,
				terms.reference,
			);
		},
	};
}

/**
 * Reads the beneficiary and its newest transfers.
 *
 * @throws an error if these cannot be read, or if one of them has the reference already
 */
async function prepare(task: TransferTask): Promise<Sent<TransferSnapshot>> {
	const { context, request, entry, mayRepeat, terms } = task;
	const at = monotonic();
	let readAt: number | undefined;
	const [beneficiary, page] = await Promise.all([
		readBeneficiary(task),
		listTransfers(task, (time) => (readAt = time)),
	]);
	const { nickname, holder_name, account_number, currency: payment_currency } = beneficiary;
	const account_last4 = lastDigits(account_number);
	entry.about = { ...entry.about, holder_name, nickname, account_last4 };
	const { amount, currency } = moneyOf(terms, { payment_currency });
	if (currency !== undefined && !hasDecimals(amount, decimalsOf(currency))) {
		const refusal = transfers.tooManyDecimals(currency.toUpperCase(), decimalsOf(currency));
		throw operationError(context, withValue(refusal, amount));
	}
	const { reference } = terms;
	const planned = plannedFor(context, entry.subject).find(({ body }) =>
		sameReference(body.reference, reference),
	);
	if (!mayRepeat && planned) {
		const item = ordinal(planned.item + 1);
		throw operationError(context, transfers.repeatedInPreview(reference, item));
	}
	const earlier = page.records.find(
		(one) => sameReference(one.reference, reference) && !isUnsuccessful(one.status),
	);
	if (!mayRepeat && (earlier || isSentByAnother(task, ['made', 'unknown']))) {
		throw operationError(context, transfers.repeatedReference(reference));
	}
	return {
		options: request.options,
		snapshot: { at, list: snapshotOf([page], readAt), currency: payment_currency as string },
		resend: 'never',
		moves: toTenThousandths(amount),
		currency,
	};
}

/** Reads a beneficiary; nothing of it if the credential may not. */
async function readBeneficiary({ context, request, terms }: TransferTask): Promise<IDataObject> {
	const response = await read(
		context,
		request,
		recordPath('/v1/beneficiaries', terms.beneficiary_id),
	).catch((thrown: unknown) => {
		if (statusOf(thrown) === 403) return {};
		throw thrown;
	});
	const record = recordIn(response);
	return isObject(record) ? record : {};
}

/** Returns the amount that was entered, and its currency in lower case; nothing of that if it is not known. */
function moneyOf(terms: Terms, { payment_currency }: IDataObject = {}) {
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
