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

/** The rules for 'Max Parallel Requests' and 'Max Attempts' in the node's options. */
const limitRules = z.object({
	maxRequests: integer(1, MAX_CONCURRENCY).default(DEFAULT_CONCURRENCY),
	maxTries: integer(1, MAX_ATTEMPTS).default(DEFAULT_ATTEMPTS),
});

type Limits = z.infer<typeof limitRules>;

/** The validated options: each request reads them. */
const limitsByItem = new WeakMap<Context, Limits>();

/** Returns the limits in the node's options. @throws an error that names the option */
export function limitsOf(context: Context): Limits {
	const limits =
		limitsByItem.get(context) ??
		validate(context, limitRules, [optionsField], context.getNodeParameter('options', {}));
	limitsByItem.set(context, limits);
	return limits;
}
