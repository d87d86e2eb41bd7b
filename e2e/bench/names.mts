/** What the contenders are called in figures, targets and charts. */
export const names = {
	/** Only one place is named differently here than in the editor: what is measured is its default. */
	thisNode: 'This node',
	parallel: 'This node, days in parallel',
	chain: 'This node, one chain of pages',
	http25: 'HTTP Request, 25 a page',
	http100: 'HTTP Request, 100 a page',
	stripe: 'Stripe node, 10 a page',
	bare25: 'Bare loop, 25 a page',
	bare100: 'Bare loop, 100 a page',
	ideal: 'Ideal',
	limit: 'Limit of the service',
	http: 'HTTP Request',
	httpBatches: 'HTTP Request, in batches',
	httpSpaced: 'HTTP Request, 8 each latency',
	httpUnspaced: 'HTTP Request, 8 each millisecond',
	bare8: 'Bare loop, 8 at the same time',
	trigger: 'Payments Trigger',
	webhook: 'Webhook node',
	raw: 'This node, raw',
	simplified: 'This node, simplified',
} as const;
