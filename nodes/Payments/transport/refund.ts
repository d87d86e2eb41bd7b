import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import { decimalsOf, exact, hasDecimals, money, readAmount } from '../shared/money';
import type { Rules } from '../shared/rules';
import { apiOfRun } from './address';
import { idTextOf, isRecordOf } from './answer';
import { LOOKS, sendAtMostOnce, type Finding } from './atMostOnce';
import {
	findCharge,
	isWithoutMoney,
	leftOf,
	readCharge,
	refundedOf,
	untouched,
	type Charge,
} from './charge';
import { memoryOf, type Before, type ChargeMemory } from './chargeMemory';
import { findRefund, NO_CHARGE } from './findRefund';
import { prepare, type Derive } from './check';
import { wait } from './clock';
import { stop } from './errors';
import { perItem, type Finish, type Work } from './item';
import { inTurn } from './line';
import { attemptByName, attemptOfItem, isOfLoop, type Attempt } from './made';
import type { Context, RequestData, Send } from './types';

/** In place of an amount: all of the charge that was not refunded before. Never sent as such. */
export const EVERYTHING = 'everything';

/** What the operation asks for. */
interface Wanted {
	payment_id: string;
	/** In major units. */
	amount: number | typeof EVERYTHING;
}

/** Reads the charge of a refund as it is now; nothing when there is none that can be read. */
type ReadCharge = () => Charge | undefined | Promise<Charge | undefined>;

/**
 * Makes a refund at most once, whatever the network does (docs/reliability.md): the service knows no
 * idempotency key, but the charge says how much of it was refunded, before and after.
 *
 * @param rules, fields, derive as in `prepare`
 * @param finish makes the items of the refund
 */
export function refundOnce(
	rules: Rules,
	fields: INodeProperties[],
	finish: Finish,
	derive?: Derive,
): Send {
	const work: Work<RequestData> = async (context, request) => {
		const api = await apiOfRun(context);
		const key = (id: string) => `refund ${api} ${id}`;
		const own = attemptOfItem<Before>(context);
		return await inTurn(own, async () => {
			if (own.record) return returned(context, own);
			const { payment_id } = (own.open?.options ?? request.options).body as unknown as Wanted;
			const given = payment_id.toLowerCase();
			// One after the other: each looks at what the one before left.
			return await inTurn(key(given), async () => {
				const known = attemptByName(context, own, nameOf(request, key(given)));
				if (known.record) return returned(context, known);
				const charge = known.open
					? known.open.before.charge
					: await findCharge(context, request, given);
				const id = idTextOf(charge)?.toLowerCase() ?? given;
				if (id === given) return await refund(context, request, known, key, id, () => charge);
				// What was read before its turn may be out of date.
				const read = async () => await findCharge(context, request, id);
				return await inTurn(
					key(id),
					async () => await refund(context, request, known, key, id, read),
				);
			});
		});
	};
	return perItem(prepare(rules, fields, derive), work, finish);
}

/** What is asked for. @param key the API and the payment */
function nameOf({ options }: RequestData, key: string): string {
	return `${key} ${(options.body as unknown as Wanted).amount}`;
}

/** A refund that was made in this execution already. */
function returned(context: Context, known: Attempt<Before>): INodeExecutionData[] {
	// Of an earlier try it is what the item asked for, of a loop it may be something else.
	const mark = isOfLoop(context, known) ? { repeated: true } : {};
	return [{ json: { ...known.record, ...mark } }];
}

/**
 * Sends the refund, unless it was made before or cannot be made.
 *
 * @param own the attempt under the ID that the item has
 * @param id of the charge, if it was found
 */
async function refund(
	context: Context,
	request: RequestData,
	own: Attempt<Before>,
	key: (id: string) => string,
	id: string,
	readNow: ReadCharge,
): Promise<INodeExecutionData[]> {
	// A payment is the same by the ID of its payment request and by that of its charge.
	const known = attemptByName(context, own, nameOf(request, key(id)));
	if (known.record) return returned(context, known);
	const memory = memoryOf(key(id));
	const before = known.open?.before ?? (await readBefore(context, request, known, memory, readNow));
	const { payment_id } = request.options.body as unknown as Wanted;
	const body = { ...(request.options.body as object), amount: before.amount };
	const sent = { ...request, options: { ...request.options, body } };
	try {
		const items = await sendAtMostOnce(context, sent, known, before, {
			look: async (first) => await look(context, request, known, memory, first),
			isAnswer: (record, first) => isAnswer(memory, payment_id, first, record),
			notConfirmed: (first, happened, reason) => notConfirmed(context, first, happened, reason),
		});
		const record: IDataObject = items[0]!.json;
		const { status } = record;
		if (isWithoutMoney(status)) throw withoutMoney(context, known, record);
		const isPending = status !== undefined && status !== 'succeeded';
		memory.made(known, before, idTextOf(record), isPending);
		// Of a charge that could not be read before, the answer tells the ID.
		const chargeId = idTextOf({ id: record.payment_id })?.toLowerCase() ?? id;
		if (chargeId !== id) attemptByName(context, known, nameOf(request, key(chargeId)));
		return items;
	} finally {
		if (known.open && !known.record) memory.notConfirmed(known);
	}
}

/** Whether a record that was returned is the refund that was asked for, and no other one. */
function isAnswer(
	memory: ChargeMemory,
	asked: string,
	{ charge, amount }: Before,
	record: IDataObject,
): boolean {
	const { payment_id: id, amount_refunded, status } = record;
	const isOfPayment =
		typeof id === 'string' &&
		(!charge ||
			[asked, charge.id, charge.payment_request_id].some((one) => isRecordOf(id, { id: one })));
	const isWhole = isWithoutMoney(status) || exact(readAmount(amount_refunded)) === exact(amount);
	return isOfPayment && isWhole && !memory.refunds.has(idTextOf(record) ?? '');
}

/** The API says itself that it returned no money. */
function withoutMoney(context: Context, known: Attempt<Before>, { id, status }: IDataObject) {
	known.record = undefined;
	return stop(
		context,
		'The API did not make the refund',
		`It returned the refund ${idTextOf({ id })} with the status ${status as string}. Look at the charge in the dashboard before you run this item again.`,
	);
}

/**
 * Reads the charge and checks the amount against it.
 *
 * @throws an error when the refund cannot be made
 */
async function readBefore(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	memory: ChargeMemory,
	readNow: ReadCharge,
): Promise<Before> {
	const { amount: wanted } = request.options.body as unknown as Wanted;
	const read = await readNow();
	const charge = read && (await upToDate(context, request, known, memory, read));
	if (wanted !== EVERYTHING) stopUnlessExact(context, charge, wanted);
	const amount = wanted === EVERYTHING ? everythingOf(context, charge) : wanted;
	if (charge) stopUnlessLeft(context, charge, amount);
	return { charge, own: memory.own, amount };
}

/**
 * The charge once it shows all that this process knows of it: a read may come from a copy of the data that
 * lags behind, and an earlier refund may still be under way.
 *
 * @throws an error that says what is missing, when it does not come
 */
async function upToDate(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	memory: ChargeMemory,
	read: Charge,
): Promise<Charge> {
	let charge = read;
	for (const pause of LOOKS) {
		if (pause > 0) {
			await wait(pause, context.getExecutionCancelSignal());
			charge = (await readCharge(context, request, charge.id)) ?? charge;
		}
		if (memory.isBehind(charge)) continue;
		memory.see(charge);
		for (const other of memory.othersUnknown(known)) settle(memory, other, charge);
		if (!memory.isHeldUp(known)) return charge;
	}
	const remedy =
		'Nothing was sent for this item. Wait a minute, look at the charge with Charge: Get, then run this item again.';
	throw memory.isBehind(charge)
		? stop(
				context,
				'Could not read how much of the charge is refunded',
				`The API returned an older state of the charge ${charge.id}. ${remedy}`,
			)
		: stop(
				context,
				'An earlier refund of the charge is not confirmed yet',
				`Its outcome on the charge ${charge.id} is unknown. ${remedy}`,
			);
}

/** Remembers a refund of before, if the charge shows by now that it was made. */
function settle(memory: ChargeMemory, other: Attempt<Before>, charge: Charge) {
	const { before } = other.open!;
	const finding = findRefund(memory, before, charge, []);
	if (!('record' in finding)) return;
	other.record = finding.record;
	memory.made(other, before, idTextOf(finding.record));
}

/** Looks once at what became of a refund. @param before how its charge was */
async function look(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	memory: ChargeMemory,
	before: Before,
): Promise<Finding> {
	if (!before.charge) return NO_CHARGE;
	const after = await readCharge(context, request, before.charge.id).catch(() => undefined);
	if (!after) return { reason: 'The charge could not be read afterwards.', isBlind: true };
	if (!memory.isBehind(after)) memory.see(after);
	return findRefund(memory, before, after, memory.othersUnknown(known));
}

/**
 * What is left to refund of a charge.
 *
 * @returns it in major units, without what floating point adds
 * @throws an error that says how to get unstuck, when it cannot be read
 */
function everythingOf(context: Context, charge: Charge | undefined): number {
	const what = 'Could not determine the remaining amount, so nothing was sent';
	const instead = "set 'Refund' to Part of It and enter the amount.";
	if (!charge) {
		throw stop(
			context,
			what,
			`Its charge was not found, or the credential may not read it. Check 'Payment': a payment request has to be paid, and only once. With OAuth2, 'Scope' in the credential has to have payments or payments:read. Or ${instead}`,
		);
	}
	const isWhole = untouched.includes(charge.status) && (charge.refunded_amount ?? null) === null;
	const left = isWhole ? readAmount(charge.amount) : leftOf(charge);
	if (Number.isNaN(left)) {
		throw stop(
			context,
			what,
			`The charge ${charge.id} does not say how much of it was refunded before. Look it up in the dashboard, then ${instead}`,
		);
	}
	return exact(left) / 10_000;
}

/** The API rounds an amount with more decimals than the currency has, so it would not be what was asked. */
function stopUnlessExact(context: Context, charge: Charge | undefined, amount: number) {
	const most = decimalsOf(charge?.currency);
	if (hasDecimals(amount, most)) return;
	const code = charge?.currency;
	const currency = typeof code === 'string' ? code.toUpperCase() : 'an unknown currency';
	throw stop(
		context,
		"'Amount' has more decimals than the currency",
		`An amount of ${currency} has at most ${most} decimals, so nothing was sent. Round 'Amount'.`,
	);
}

function stopUnlessLeft(context: Context, charge: Charge, amount: number) {
	const left = leftOf(charge);
	const all = money(readAmount(charge.amount), charge.currency);
	if (exact(left) <= 0) {
		throw stop(
			context,
			'The charge is refunded already',
			`Nothing is left of its ${all}, so nothing was sent. Leave the item out, or set 'On Error' in the node's settings to Continue.`,
		);
	}
	if (exact(amount) > exact(left)) {
		throw stop(
			context,
			"'Amount' is above what is left of the charge",
			`Of its ${all}, ${money(left, charge.currency)} can still be refunded, so nothing was sent. Lower 'Amount' to that or less.`,
		);
	}
}

/** @param happened, reason sentences: what became of the request, and what was found afterwards */
function notConfirmed(
	context: Context,
	{ charge, amount }: Before,
	happened: string,
	reason: string,
): NodeOperationError {
	const next = 'Look at the charge with Charge: Get before you run this item again';
	const inCurrency = (value: number) => money(value, charge?.currency);
	const facts = charge
		? `Before, ${inCurrency(refundedOf(charge))} of the charge ${charge.id} was refunded. ${reason} ${next}: with this refund, its refunded_amount is ${inCurrency(refundedOf(charge) + amount)} or more.`
		: `${reason} ${next}.`;
	return stop(
		context,
		`Could not confirm whether ${inCurrency(amount)} was refunded`,
		`${happened} ${facts}`,
	);
}
