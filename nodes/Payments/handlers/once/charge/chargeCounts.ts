import { chargeFindings } from '../../../shared/messages/charges';
import { fromTenThousandths, money, toTenThousandths } from '../../../shared/money';
import { explain, type Evidence } from '../evidence';
import { readVersion } from '../freshness';
import { memory } from '../ledger/memory';
import { type ChargeSnapshot, type ChargeTask, asCharged } from './chargeTask';
import { readSubscription } from './subscription';

/** Finds a charge by the counts of its subscription. @returns nothing if these are unknown */
export async function findCounted(
	task: ChargeTask,
	before: ChargeSnapshot,
): Promise<Evidence | undefined> {
	const { counted, amount, currency } = before;
	if (!counted || counted.currency !== currency) return undefined;
	const { context, request, id, entry } = task;
	const reading = await readVersion(entry.subject, async () => {
		const value = await readSubscription(context, request, id);
		return { value, record: value.record, totals: value.counted && { times: value.counted.times } };
	});
	const after = reading.kind === 'fresh' ? reading.value.counted : undefined;
	if (!after || after.currency !== currency) return undefined;
	const deltas = memory.ledger.deltas(entry, before.at);
	const byTimes = explain(
		after.times - counted.times,
		1,
		deltas.map((some) => some.map(Math.sign)),
	);
	const [total, totalBefore] = [after.total, counted.total];
	const hasTotals = total !== undefined && totalBefore !== undefined;
	// A count does not show the amount, so it proves no charge.
	const kind = hasTotals
		? explain(total - totalBefore, toTenThousandths(amount), deltas)
		: byTimes === 'absent'
			? 'absent'
			: 'maybe';
	if (kind === 'found' && byTimes !== 'absent') {
		return { kind, record: asCharged(id, amount, currency) };
	}
	if (kind === 'absent' && byTimes !== 'found') return { kind, reason: chargeFindings.notVisible };
	const times = String(after.times);
	const reason = hasTotals
		? chargeFindings.otherTotal(times, money(fromTenThousandths(total), currency)!)
		: chargeFindings.otherCount(times);
	return { kind: 'maybe', reason };
}
