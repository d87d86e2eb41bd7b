import { chargeFindings } from '../../../shared/messages/charges';
import { money, toTenThousandths } from '../../../shared/money';
import { explain, type Evidence } from '../evidence';
import { readVersion } from '../freshness';
import { memory } from '../memory';
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
	const one = toTenThousandths(amount);
	const [times, total] = [after.times - counted.times, after.total - counted.total];
	const kind = explain(total, one, deltas);
	const byTimes = explain(
		times,
		1,
		deltas.map((some) => some.map(Math.sign)),
	);
	if (kind === 'found' && byTimes !== 'absent') {
		return { kind, record: asCharged(id, amount, currency) };
	}
	if (kind === 'absent' && byTimes !== 'found') return { kind, reason: chargeFindings.notVisible };
	const now = money(after.total / 10_000, currency)!;
	return { kind: 'maybe', reason: chargeFindings.otherTotal(String(after.times), now) };
}
