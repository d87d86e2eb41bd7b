import { request, type APIRequestContext } from '@playwright/test';

import { owner } from './editor.mjs';
import { expect, test as base } from './fixtures.mjs';

interface OfWorker {
	/** What a browser remembers in which the owner is signed in. */
	session: Awaited<ReturnType<APIRequestContext['storageState']>>;
}

/**
 * What n8n's own pages report whatever nodes are in it: who is not signed in yet is told so with 401.
 */
const noise = [/\/rest\/login$/];

/** The test of a browser that shows n8n: signed in, and no test passes with an error in its console. */
export const test = base.extend<object, OfWorker>({
	session: [
		async ({ stage, atTheEnd }, use) => {
			const context = await request.newContext();
			atTheEnd(() => context.dispose());
			await signIn(context, stage.n8n.url);
			await use(await context.storageState());
		},
		{ scope: 'worker' },
	],
	storageState: async ({ session }, use) => await use(session),
	baseURL: async ({ stage }, use) => await use(stage.n8n.url),
	testIdAttribute: 'data-test-id',
	actionTimeout: 30_000,
	viewport: { width: 1280, height: 800 },
	context: async ({ context, stage }, use) => {
		const reported: string[] = [];
		context.on('console', (message) => {
			const { url } = message.location();
			// What is loaded from elsewhere is not there without a network. A script may have no address.
			const isHere = url === '' || url.startsWith(stage.n8n.url);
			const isNoise = noise.some((known) => known.test(url));
			if (message.type() === 'error' && isHere && !isNoise)
				reported.push(`${message.text()} (${url})`);
		});
		context.on('weberror', (error) => reported.push(String(error.error().stack)));
		await use(context);
		expect(reported, 'errors in the console of the browser').toEqual([]);
	},
});

/** Signs the owner of an n8n in. */
export async function signIn(by: APIRequestContext, n8nUrl: string): Promise<void> {
	const data = { emailOrLdapLoginId: owner.email, password: owner.password };
	const answer = await by.post(`${n8nUrl}/rest/login`, { data });
	expect(answer.ok(), `sign-in: ${answer.status()}`).toBe(true);
}

export { expect };
