import path from 'node:path';
import type { Page } from '@playwright/test';

import { projectFolder, runFolder } from './install.mjs';

/** `IMAGES=1` renews the pictures of the README; otherwise the work tree stays as it is. */
const folder = process.env.IMAGES ? path.join(projectFolder, 'docs', 'images') : runFolder;

/** What tells of a moment ago or gives advice, and the nodes beside the one that is shown. */
const passing = '.el-notification, [role="tooltip"], [data-test-id="floating-nodes"]';

/** A part of the page, in its pixels. */
interface Part {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Takes two pictures of a part of what the page shows: NAME-light.png and NAME-dark.png. */
export async function takePictures(page: Page, name: string, clip: Part | null): Promise<void> {
	// Nothing is to look as if somebody pointed at it.
	const focused = page.locator(':focus');
	if ((await focused.count()) > 0) await focused.first().blur();
	await page.mouse.move(0, 0);
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		await page.screenshot({
			path: path.join(folder, `${name}-${colorScheme}.png`),
			clip: clip ?? undefined,
			animations: 'disabled',
			caret: 'hide',
			style: `${passing} { display: none !important }`,
		});
	}
	await page.emulateMedia({ colorScheme: null });
}
