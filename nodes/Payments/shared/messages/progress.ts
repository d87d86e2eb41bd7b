/** The lines of the browser's console while a node runs, and the hint that leads users there. */
export const progressMessages = {
	whereToLook:
		"A long list can take a minute. Meanwhile, the console of the browser's developer tools reports how many records were read.",
	records: (count: string) => `${count} records were read so far`,
	items: (done: string, all: string) => `${done} of ${all} items were handled so far`,
};
