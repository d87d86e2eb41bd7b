import path from 'node:path';
import type { Page } from '@playwright/test';

import { projectFolder, runFolder } from './install.mjs';

/** `IMAGES=1` updates the pictures in docs/images; otherwise they go into the output folder. */
const folder = process.env.IMAGES ? path.join(projectFolder, 'docs', 'images') : runFolder;

/** Elements that come and go: notifications, tooltips and the neighbours of the open node. */
const passing = '.el-notification, [role="tooltip"], [data-test-id="floating-nodes"]';

/** A part of the page, in pixels. */
interface Part {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Takes two pictures of a part of the page: NAME-light.png and NAME-dark.png. */
export async function takePictures(page: Page, name: string, clip: Part | null): Promise<void> {
	// Removes the focus and the hover.
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
