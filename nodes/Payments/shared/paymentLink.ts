import { isObject } from './record';

/** The field in the metadata of a payment link with the name of its workflow, which customers do not see. */
export const WORKFLOW_FIELD = 'n8n_workflow';

/**
 * Matches the mark of a payment link at the end of its reference number, by which its trigger finds it. The group is that
 * of a test run.
 */
const MARK = / \(n8n:\S+?(:test)?\)$/;

/** How much of a text goes in front of a mark, in characters: a reference number has up to 255. */
const MAX_TEXT = 100;

/** Returns the reference number of a payment link, which customers see: a text for them, then the mark. */
export function withMark(text: string, mark: string): string {
	const short = Array.from(text).slice(0, MAX_TEXT).join('').trim();
	return `${short} (${mark})`;
}

/** Returns whether a reference number has a mark. */
export function hasMark(referenceNumber: unknown, mark: string): boolean {
	return typeof referenceNumber === 'string' && referenceNumber.endsWith(` (${mark})`);
}

/** Returns the workflow of the trigger that has a payment link; undefined for any other payment request. */
export function linkOf({
	reference_number,
	metadata,
}: {
	reference_number?: unknown;
	metadata?: unknown;
}): { workflow: string; isOfTest: boolean } | undefined {
	const reference = typeof reference_number === 'string' ? reference_number : '';
	const [mark, test] = MARK.exec(reference) ?? [];
	if (mark === undefined) return undefined;
	const workflow = isObject(metadata) ? metadata[WORKFLOW_FIELD] : undefined;
	const isNamed = typeof workflow === 'string' && workflow.trim() !== '';
	// Without metadata, the text in front of the mark is used: the purpose, or the name of the workflow.
	return { workflow: isNamed ? workflow : reference.replace(MARK, ''), isOfTest: !!test };
}
