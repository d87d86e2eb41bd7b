import { payoutStatuses } from '../records/types';

/**
 * Schemas of fields, by which fastify validates requests. A `description` is the rule in words, as in the
 * text of a 422. Query values are text, so their numbers are patterns.
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

/** An integer of 1 or more in a query. */
export const count = {
	type: 'string',
	pattern: '^0*[1-9][0-9]{0,8}$',
	description: 'must be an integer of at least 1',
} as const;

/** The query of a numbered list without filters. */
export const pageQuery = {
	type: 'object',
	properties: { page: count, per_page: count },
} as const;

export const decimal = {
	type: 'string',
	pattern: '^[0-9]+(\\.[0-9]+)?$',
	description: 'must be a number',
} as const;

export const cursor = { type: 'string', minLength: 1, description: 'is not a cursor' } as const;

export const payoutStatus = { type: 'string', enum: payoutStatuses } as const;

/** Values of `status` of charges (docs/interface.md, GET /v1/charges). */
export const chargeStatus = { type: 'string', enum: ['succeeded', 'failed', 'refunded'] } as const;

/**
 * Values of `statuses` of charges. The specification shows a next link in which `statuses` has `succeeded`,
 * so it is one of them.
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

/** User IDs are UUIDs or numbers (docs/interface.md, GET /v1/charges). */
export const userIdList = {
	type: 'array',
	items: {
		type: 'string',
		pattern: `${uuid.pattern}|^[0-9]{1,15}$`,
		description: 'must be a UUID or a number',
	},
} as const;

/** A URL that is opened or posted to, so http or https only. */
export const webAddress = {
	type: 'string',
	format: 'uri',
	pattern: '^[hH][tT][tT][pP][sS]?://[^/?#\\s]',
	description: 'must be an http or https URL',
} as const;

/** Flags that are text in the interface. */
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
