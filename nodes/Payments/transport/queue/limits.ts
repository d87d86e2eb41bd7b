import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { Context } from '../../run/context';
import {
	DEFAULT_CONCURRENCY,
	MAX_CONCURRENCY,
	MAX_ATTEMPTS,
	DEFAULT_ATTEMPTS,
} from '../../run/limits';
import { optionsField } from '../../run/options';
import { integer } from '../../validation/rules';
import { validate } from '../../validation/validate';

/** How long a response may take, in milliseconds, unless the node's options contain it. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** The longest time of a timer, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** n8n adds this option to the node. */
const timeoutField: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	default: DEFAULT_TIMEOUT_MS,
};

/** The rules for 'Max Parallel Requests', 'Max Attempts' and 'Timeout' in the node's options. */
const limitRules = z.object({
	maxRequests: integer(1, MAX_CONCURRENCY).default(DEFAULT_CONCURRENCY),
	maxTries: integer(1, MAX_ATTEMPTS).default(DEFAULT_ATTEMPTS),
	/** 0 is no limit. */
	timeout: integer(0, MAX_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
});

type Limits = z.infer<typeof limitRules>;

/** The validated options: each request reads them. */
const limitsByItem = new WeakMap<Context, Limits>();

/** Returns the limits in the node's options. @throws an error that names the option */
export function limitsOf(context: Context): Limits {
	const known = limitsByItem.get(context);
	if (known) return known;
	const { timeout } = context.getNodeParameter('requestOptions', {}) as { timeout?: unknown };
	const options = context.getNodeParameter('options', {}) as object;
	const limits = validate(context, limitRules, [optionsField, timeoutField], {
		...options,
		timeout,
	});
	limitsByItem.set(context, limits);
	return limits;
}
