import type { IDataObject } from 'n8n-workflow';

import { operationError } from '../../errors/nodeErrors';
import type { Context, RequestData } from '../../run/context';
import { limitsOf } from '../../transport/queue/limits';
import { sendForRecord } from '../../transport/sendForRecord';
import { isPreview, plan, Previewed } from '../preview';
import { attempt, describe } from './attempt';
import type { Entry } from './ledger/entry';
import { memory } from './ledger/memory';
import { type Sent, type State } from './machine';
import { setOutcome } from './outcome';
import type { Prepared, Strategy } from './strategy';

/** Sends the request of an item, and counts the attempts. */
export class Sender<S> {
	/** How many times the request was sent in this try of n8n. */
	protected sendings = 0;

	constructor(
		protected readonly context: Context,
		private readonly request: RequestData,
		protected readonly entry: Entry<S>,
		protected readonly strategy: Strategy<S>,
	) {}

	/**
	 * Ends an item that is only previewed. Its entry stays as it is, so that nothing counts it.
	 *
	 * @throws Previewed; the refusal that is certain before the request is sent
	 */
	protected endPreview(prepared: Prepared<S>) {
		const { context, entry, strategy } = this;
		if (!isPreview(context)) return;
		if ('options' in prepared) {
			const { refusal, moves = 0, options } = prepared;
			if (refusal) throw operationError(context, refusal);
			plan(context, entry.subject, { moves, body: (options.body ?? {}) as IDataObject });
		}
		throw new Previewed(strategy.preview!(prepared));
	}

	/** Sends a request, and applies the event of the attempt. @throws an error if certainly nothing was made */
	protected async sendNow(sent: Sent<S>): Promise<void> {
		this.endPreview(sent);
		const { context, entry, strategy } = this;
		this.sendings += 1;
		memory.ledger.add(entry);
		const sending =
			strategy.send?.(sent) ??
			sendForRecord(context, { ...this.request, options: sent.options }, entry.idName);
		const event = await attempt(context, sent, sending, strategy);
		entry.apply(event);
		if (event.kind === 'made') strategy.made?.(sent, event.record);
		if (event.kind !== 'notProcessed') return;
		if (entry.state.kind === 'unknown') throw this.unconfirmed(entry.state, describe(event.thrown));
		setOutcome(context, event.status === undefined ? 'new' : 'refused');
		throw event.thrown;
	}

	protected made(sent: Sent<S>, record: IDataObject) {
		this.entry.apply({ kind: 'made', sent, record });
		this.strategy.made?.(sent, record);
	}

	protected get mayResend(): boolean {
		const { maxTries } = limitsOf(this.context);
		return maxTries > 1 && this.sendings < maxTries;
	}

	protected unconfirmed({ sent, outcome }: State<S> & { kind: 'unknown' }, reason: string) {
		return operationError(this.context, this.strategy.unconfirmed(sent, outcome, reason));
	}
}
