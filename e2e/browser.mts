import {
	request,
	type APIRequestContext,
	type BrowserContext,
	type ConsoleMessage,
	type WebError,
} from '@playwright/test';

import { owner } from './editor.mjs';
import { expect, test as base } from './fixtures.mjs';

interface OfWorker {
	/** The storage of a browser in which the owner is signed in. */
	session: Awaited<ReturnType<APIRequestContext['storageState']>>;
	/** The browser of all tests of a file: with its cache, n8n's editor opens in half the time. */
	sharedContext: BrowserContext;
}

interface OfTest {
	/** The errors that n8n's page itself reports in this test, since nothing catches them there. */
	expectedErrors: RegExp | undefined;
}

/** Playwright's test with a browser that is signed in to n8n. A test fails on any other error in the console. */
export const test = base.extend<OfTest, OfWorker>({
	expectedErrors: [undefined, { option: true }],
	session: [
		async ({ environment, onCleanup }, use) => {
			const context = await request.newContext();
			onCleanup(() => context.dispose());
			await signIn(context, environment.n8n.url);
			await use(await context.storageState());
		},
		{ scope: 'worker' },
	],
	sharedContext: [
		async ({ browser, session, environment }, use) => {
			const context = await browser.newContext({
				baseURL: environment.n8n.url,
				storageState: session,
				viewport: { width: 1280, height: 800 },
			});
			context.setDefaultTimeout(60_000);
			await use(context);
			await context.close();
		},
		{ scope: 'worker' },
	],
	testIdAttribute: 'data-test-id',
	context: async ({ sharedContext: context, environment, expectedErrors }, use) => {
		const reported: string[] = [];
		const onMessage = (message: ConsoleMessage) => {
			const { url } = message.location();
			// Resources of other hosts fail without a network. A script may have no URL.
			const isHere = url === '' || url.startsWith(environment.n8n.url);
			if (message.type() === 'error' && isHere) reported.push(`${message.text()} (${url})`);
		};
		const onError = (error: WebError) => reported.push(String(error.error().stack));
		context.on('console', onMessage);
		context.on('weberror', onError);
		await use(context);
		await Promise.all(context.pages().map((page) => page.close()));
		context.off('console', onMessage);
		context.off('weberror', onError);
		const unexpected = reported.filter((text) => !expectedErrors?.test(text));
		expect(unexpected, 'errors in the console of the browser').toEqual([]);
	},
});

/** Signs in the owner of an n8n. */
export async function signIn(by: APIRequestContext, n8nUrl: string): Promise<void> {
	const data = { emailOrLdapLoginId: owner.email, password: owner.password };
	const answer = await by.post(`${n8nUrl}/rest/login`, { data });
	expect(answer.ok(), `sign-in: ${answer.status()}`).toBe(true);
}

export { expect };
