import { interruption } from './lifetime.mjs';

/**
 * Cleans up after SIGTERM, SIGHUP and the end of the npm that started the run. Playwright itself cleans up
 * after Ctrl-C only, so the others are turned into SIGINT.
 */
export default function interruptInGoodOrder(): void {
	void interruption().then((reason) => {
		console.error(`Cleaning up: ${reason}`);
		process.kill(process.pid, 'SIGINT');
	});
}
