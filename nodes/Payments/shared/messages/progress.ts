/** The lines of the browser's console while a node runs, and the hint that leads users there. */
export const progressMessages = {
	whereToLook:
		"A long list can take a minute. Meanwhile, the console of the browser's developer tools reports how many records were read.",
	records: (count: string) => `${count} records were read so far`,
	items: (done: string, all: string) => `${done} of ${all} items were handled so far`,
};

/** The hint after a run of several items that create something or move money. */
export const summaryMessages = {
	items: (count: number, endings: string) =>
		`Of ${count} ${count === 1 ? 'item' : 'items'}, ${endings}.`,
	/** @param summary the sentence above */
	ofPreview: (summary: string) => `${summary} Nothing was sent.`,
	made: (count: number) => `${count} succeeded`,
	already_refunded: (count: number) => `${count} ${was(count)} refunded before`,
	would_succeed: (count: number) => `${count} would succeed`,
	would_do_nothing: (count: number) => `${count} would do nothing`,
	would_fail: (count: number) => `${count} would fail`,
	/** @param totals amounts with their currencies */
	withTotals: (made: string, totals: string) => `${made} (${totals})`,
	refused: (count: number) => `${count} ${was(count)} refused`,
	unknown: (count: number) => `${count} could not be confirmed`,
	not_sent: (count: number) => `${count} ${was(count)} not sent`,
};

function was(count: number): string {
	return count === 1 ? 'was' : 'were';
}
