import { interruption } from './lifetime.mjs';

/**
 * Playwright ends a run in good order on Ctrl-C only. This makes the same of the other ways to end it:
 * SIGTERM, SIGHUP, and the end of the npm that started it.
 */
export default function interruptInGoodOrder(): void {
	void interruption().then((reason) => {
		console.error(`Cleaning up: ${reason}`);
		process.kill(process.pid, 'SIGINT');
	});
}
