/** Tests that fail or never end: failure.spec.mts runs them, and looks at what is left of them. */
import { afterTheseTests, expect, setStage, temporaryFolder, test } from './fixtures.mjs';

test('fails', async ({ stage, page }) => {
	await fetch(`${stage.simulator.url}/v1/charges`);
	await page.goto(stage.n8n.url);
	expect('what was found').toBe('what was wanted');
});

test('has no n8n', async ({ tarball, atTheEnd }) => {
	await setStage('no-n8n', tarball, atTheEnd, { env: { NODE_OPTIONS: '--require /none' } });
});

test('goes on', async ({ stage, page }) => {
	test.setTimeout(0);
	await page.goto(stage.n8n.url);
	console.log('n8n and a page are open');
	await new Promise(() => {});
});

test.describe('with a folder', () => {
	const atTheEnd = afterTheseTests();
	test.beforeAll(async () => {
		await temporaryFolder('of-a-describe', atTheEnd);
	});

	test('waits', async () => {
		test.setTimeout(0);
		console.log('the folder is there');
		await new Promise(() => {});
	});
});
