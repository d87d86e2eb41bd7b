import { request, type APIRequestContext } from '@playwright/test';

import { owner } from './editor.mjs';
import { expect, test as base } from './fixtures.mjs';

interface OfWorker {
	/** The storage of a browser in which the owner is signed in. */
	session: Awaited<ReturnType<APIRequestContext['storageState']>>;
}

/**
 * Errors of n8n's own pages: before the sign-in, it answers 401.
 */
const noise = [/\/rest\/login$/];

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
	storageState: async ({ session }, use) => await use(session),
	baseURL: async ({ environment }, use) => await use(environment.n8n.url),
	testIdAttribute: 'data-test-id',
	actionTimeout: 60_000,
	viewport: { width: 1280, height: 800 },
	context: async ({ context, environment, expectedErrors }, use) => {
		const reported: string[] = [];
		context.on('console', (message) => {
			const { url } = message.location();
			// Resources of other hosts fail without a network. A script may have no URL.
			const isHere = url === '' || url.startsWith(environment.n8n.url);
			const isNoise = noise.some((known) => known.test(url));
			if (message.type() === 'error' && isHere && !isNoise)
				reported.push(`${message.text()} (${url})`);
		});
		context.on('weberror', (error) => reported.push(String(error.error().stack)));
		await use(context);
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
