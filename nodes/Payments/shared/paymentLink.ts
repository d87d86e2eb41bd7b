/** The field in the metadata of a payment link with the name of its workflow, which customers do not see. */
export const WORKFLOW_FIELD = 'n8n_workflow';

/**
 * Matches the mark of a payment link at the end of its reference number, by which its trigger finds it. The group is that
 * of a test run.
 */
export const MARK = / \(n8n:\S+?(:test)?\)$/;

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
