import { payoutStatuses } from './records/types';

/**
 * Rules of single fields, for fastify's own validation. A `description` is the rule in words; it
 * ends up in the 422's text. Query values are text, so numbers there are patterns.
 */

export const uuid = {
	type: 'string',
	pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
	description: 'must be a UUID',
} as const;

export const day = {
	type: 'string',
	format: 'date',
	description: 'must be a date (YYYY-MM-DD)',
} as const;

/** A whole number of at least 1 in a query. */
export const count = {
	type: 'string',
	pattern: '^0*[1-9][0-9]{0,8}$',
	description: 'must be an integer of at least 1',
} as const;

/** The query of a list in numbered pages that takes nothing else. */
export const pageQuery = {
	type: 'object',
	properties: { page: count, per_page: count },
} as const;

/** What such a query holds. */
export interface PageQuery {
	page?: string;
	per_page?: string;
}

export const decimal = {
	type: 'string',
	pattern: '^[0-9]+(\\.[0-9]+)?$',
	description: 'must be a number',
} as const;

export const cursor = { type: 'string', minLength: 1, description: 'is not a cursor' } as const;

export const payoutStatus = { type: 'string', enum: payoutStatuses } as const;

/** The one form of the charge status (docs/interface.md, GET /v1/charges). */
export const chargeStatus = { type: 'string', enum: ['succeeded', 'failed', 'refunded'] } as const;

/**
 * The other form, in a list. `succeeded` is in it as well: the interface shows a next link with
 * `statuses` holding it.
 */
export const chargeStatusList = {
	type: 'array',
	items: {
		type: 'string',
		enum: [
			'success',
			'succeeded',
			'succeeded_manually',
			'pending',
			'failed',
			'refunded',
			'cancelled',
			'partially_refunded',
			'void',
		],
	},
} as const;

export const uuidList = { type: 'array', items: uuid } as const;

/** User ids are UUIDs or numbers (docs/interface.md, GET /v1/charges). */
export const userIdList = {
	type: 'array',
	items: {
		type: 'string',
		pattern: `${uuid.pattern}|^[0-9]{1,15}$`,
		description: 'must be a UUID or a number',
	},
} as const;

/** An address that is visited or posted to, so http or https and nothing else. */
export const webAddress = {
	type: 'string',
	format: 'uri',
	pattern: '^[hH][tT][tT][pP][sS]?://[^/?#\\s]',
	description: 'must be an http or https URL',
} as const;

/** Flags that the interface wants as text. */
export const textFlag = {
	type: 'string',
	enum: ['true', 'false'],
	description: 'must be the text true or false',
} as const;

export const email = {
	type: 'string',
	format: 'email',
	description: 'must be an e-mail address',
} as const;
