/** Tests that fail or never end: failure.spec.mts runs them, and looks at what is left of them. */
import {
	afterTheseTests,
	expect,
	logFile,
	setStage,
	temporaryFolder,
	test,
	type AtTheEnd,
} from './fixtures.mjs';
import { startNginx, startPostgres, startRedis } from './services.mjs';

test.use({ stageName: 'failing' });

/** An n8n that does not come up. */
const setNoStage = (name: string, tarball: string, atTheEnd: AtTheEnd) =>
	setStage(name, tarball, atTheEnd, { env: { NODE_OPTIONS: '--require /none' } });

test('fails', async ({ stage, page }) => {
	await fetch(`${stage.simulator.url}/v1/charges`);
	await page.goto(stage.n8n.url);
	expect('what was found').toBe('what was wanted');
});

test('has no n8n', async ({ tarball, atTheEnd }) => {
	await setNoStage('no-n8n', tarball, atTheEnd);
});

test.describe('with a hook', () => {
	const atTheEnd = afterTheseTests();
	test.beforeAll(async ({ tarball }) => {
		await setNoStage('no-n8n-in-a-hook', tarball, atTheEnd);
	});

	test('fails in a hook', () => {});
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

test('has servers', async ({ atTheEnd }) => {
	test.setTimeout(0);
	const folder = await temporaryFolder('servers', atTheEnd);
	const postgres = await startPostgres(await logFile('failing-postgres'), atTheEnd);
	const redis = await startRedis(folder, await logFile('failing-redis'), atTheEnd);
	const site = 'server { listen 80; }';
	const nginx = await startNginx(site, await logFile('failing-nginx'), atTheEnd);
	// A server that is in the middle of something has to end, too.
	const query = postgres.query('select pg_sleep(600)');
	console.log(`the servers listen at ${postgres.port} ${redis.port} ${new URL(nginx.url).port}`);
	await query.catch(() => {});
	await new Promise(() => {});
});
