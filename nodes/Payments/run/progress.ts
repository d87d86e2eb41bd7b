import { progressMessages } from '../shared/messages/progress';
import type { Context } from './context';

/** How often a run reports its progress, in milliseconds. A shorter run reports nothing. */
const INTERVAL_MS = 5_000;

/**
 * Reports how many items of a run are done. n8n shows no progress of a node; messages that a node sends with
 * `sendMessageToUI` appear in the console of the browser, and only if the execution was started in the editor.
 */
export class Progress {
	private reportedAt = performance.now();

	private recordCount = 0;

	private doneCount = 0;

	/** @param itemCount the number of items of the run */
	constructor(
		private readonly context: Context,
		private readonly itemCount: number,
	) {}

	/** Adds records that were read. */
	addRecords(count: number): void {
		this.recordCount += count;
		if (this.itemCount > 1) return;
		this.report(() => progressMessages.records(format(this.recordCount)));
	}

	/** Adds an item that was handled, or failed. */
	addItem(): void {
		this.doneCount += 1;
		const { doneCount, itemCount } = this;
		if (itemCount === 1) return;
		this.report(() => progressMessages.items(format(doneCount), format(itemCount)));
	}

	/** @param message called only when a message is due: this function runs for each item */
	private report(message: () => string) {
		const now = performance.now();
		if (now - this.reportedAt < INTERVAL_MS) return;
		this.reportedAt = now;
		// All contexts have it; n8n's types omit it for declarative nodes.
		(this.context as Context & { sendMessageToUI?(message: string): void }).sendMessageToUI?.(
			message(),
		);
	}
}

function format(count: number): string {
	return count.toLocaleString('en');
}
