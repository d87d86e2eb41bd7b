import { DataDeduplicationService, ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type DeduplicationItemTypes,
	type ICheckProcessedContextData,
	type ICheckProcessedOptions,
	type IDataDeduplicator,
	type IDeduplicationOutput,
	type INode,
	type INodeExecutionData,
	type IWorkflowExecuteAdditionalData,
	type NodeExecutionHint,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { setImmediate } from 'node:timers/promises';

/** A workflow, its trigger, and the n8n around them. */
interface Around {
	workflow: Workflow;
	node: INode;
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
}

/** Runs a trigger as the first node of the execution that its items start. @returns the items that continue, and hints */
export async function runFirstNode(
	{ workflow, node, additionalData, mode }: Around,
	items: INodeExecutionData[],
): Promise<{ items: INodeExecutionData[]; hints: NodeExecutionHint[] }> {
	// n8n passes the items of a poll as JSON in queue mode.
	const main = [structuredClone(items)];
	const run = createRunExecutionData();
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		mode,
		run,
		0,
		main[0]!,
		{ main },
		{ node, data: { main }, source: null },
		[],
	);
	const type = workflow.nodeTypes.getByNameAndVersion(node.type);
	const [left] = (await type.execute!.call(context)) as INodeExecutionData[][];
	return { items: left!, hints: context.hints };
}

/**
 * n8n's list of what workflows have processed, in its database. As in n8n 2.0.0 and 2.41.1, it is read, changed and written
 * without a lock.
 */
class ProcessedData implements IDataDeduplicator {
	isDown = false;
	/** How many turns of the event loop the database takes: notifications of the same moment overlap. */
	turns = 20;
	/** How many times it was written. */
	writes = 0;
	private lists = new Map<string, DeduplicationItemTypes[]>();

	clear() {
		Object.assign(this, { isDown: false, writes: 0, lists: new Map() });
	}

	/** Forgets all but the newest entries of each list. */
	keepLast(count: number) {
		for (const [key, list] of this.lists) this.lists.set(key, list.slice(-count));
	}

	has(entry: DeduplicationItemTypes): boolean {
		return [...this.lists.values()].some((list) => list.includes(entry));
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: 'node' | 'workflow',
		{ workflow, node }: ICheckProcessedContextData,
		{ maxEntries = Number.POSITIVE_INFINITY }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		if (this.isDown) throw new Error('The database is down');
		const key = JSON.stringify([workflow.id, scope === 'node' ? node?.id : '']);
		const list = this.lists.get(key) ?? [];
		for (let turn = 0; turn < this.turns; turn += 1) await setImmediate();
		const isProcessed = (one: DeduplicationItemTypes) => list.includes(one);
		const added = items.filter((one) => !isProcessed(one));
		this.lists.set(key, [...list, ...added].slice(-maxEntries));
		this.writes += 1;
		return { new: added, processed: items.filter(isProcessed) };
	}

	async removeProcessed() {}
	async clearAllProcessedItems() {}
	getProcessedDataCount = async () => await Promise.resolve(0);
}

export const processedData = new ProcessedData();
// Test files share n8n-core, which has one list.
Object.assign(DataDeduplicationService, { instance: undefined });
void DataDeduplicationService.init(processedData);
