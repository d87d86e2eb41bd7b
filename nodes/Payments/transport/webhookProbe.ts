import type { IHttpRequestMethods, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Context } from '../run/context';
import { runOf, type Run } from '../run/run';
import { isObject } from '../shared/record';

/** How long n8n may take to respond, in milliseconds: its public URL may not be reachable from n8n itself. */
const TIMEOUT_MS = 1_000;

/** The responses of a run, by URL. */
const probes = new WeakMap<Run, Map<string, Promise<boolean | undefined>>>();

/**
 * Asks n8n whether it has a webhook at a URL of its own, once a run. No credential is sent, and OPTIONS starts no
 * workflow.
 *
 * @returns undefined if that is not certain
 */
export async function hasWebhook(context: Context, url: string): Promise<boolean | undefined> {
	const run = runOf(context);
	const ofRun = probes.get(run) ?? new Map<string, Promise<boolean | undefined>>();
	probes.set(run, ofRun);
	const probe = ofRun.get(url) ?? probeWebhook(context, url).catch(() => undefined);
	ofRun.set(url, probe);
	return await probe;
}

async function probeWebhook(context: Context, url: string): Promise<boolean | undefined> {
	const { statusCode, headers, body } = (await context.helpers.httpRequest({
		// n8n's type lacks it.
		method: 'OPTIONS' as IHttpRequestMethods,
		url,
		// With this header, n8n responds with the methods that are registered for the path.
		headers: { Origin: new URL(url).origin },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
		// The timeout counts only the time without data: a body may never end.
		abortSignal: AbortSignal.timeout(TIMEOUT_MS),
	})) as IN8nHttpFullResponse;
	const methods = headers['access-control-allow-methods'];
	if (statusCode === 204 && typeof methods === 'string') {
		if (methods.includes('POST')) return true;
		// A proxy in front of n8n would name other methods, too.
		return methods === 'OPTIONS' ? false : undefined;
	}
	// n8n responds so at a test URL if no trigger listens.
	const message = isObject(body) && body.message;
	const isUnknown =
		typeof message === 'string' && /^The requested webhook ".*" is not registered\.$/.test(message);
	return statusCode === 404 && isUnknown ? false : undefined;
}
