import { z } from 'zod';

import type { Context } from '../../run/context';
import {
	DEFAULT_CONCURRENCY,
	MAX_CONCURRENCY,
	MAX_ATTEMPTS,
	DEFAULT_ATTEMPTS,
} from '../../run/limits';
import { optionsField } from '../../run/options';
import { requestOptionsField } from '../../run/requestOptions';
import { integer } from '../../validation/rules';
import { validate } from '../../validation/validate';
import { MAX_TIME_MS } from '../clock';

/** How long a response may take, in milliseconds, unless the node's options contain it. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** The rules for 'Max Parallel Requests' and 'Max Attempts' in the node's options. */
const limitRules = z.object({
	maxRequests: integer(1, MAX_CONCURRENCY).default(DEFAULT_CONCURRENCY),
	maxTries: integer(1, MAX_ATTEMPTS).default(DEFAULT_ATTEMPTS),
});

/** The rule for 'Timeout' in the request options. */
const timeoutRules = z.object({
	timeout: integer(1, MAX_TIME_MS).default(DEFAULT_TIMEOUT_MS),
});

type Limits = z.infer<typeof limitRules> & z.infer<typeof timeoutRules>;

/** The validated options: each request reads them. */
const limitsByItem = new WeakMap<Context, Limits>();

/** Returns the limits in the node's options. @throws an error that names the option */
export function limitsOf(context: Context): Limits {
	const known = limitsByItem.get(context);
	if (known) return known;
	const given = (name: string): unknown => context.getNodeParameter(name, {});
	const limits = {
		...validate(context, limitRules, [optionsField], given('options')),
		...validate(context, timeoutRules, [requestOptionsField], given('requestOptions')),
	};
	limitsByItem.set(context, limits);
	return limits;
}
