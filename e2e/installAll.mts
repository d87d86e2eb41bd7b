/** Installs all that the end-to-end tests need, as they do themselves where something is missing. */
import { installChromium } from './chromium.mjs';
import { installN8n } from './install.mjs';
import { installServices } from './services.mjs';
import { createdFolder } from './userFolder.mjs';

await installChromium();
await installServices();
for (const edition of ['newest', 'oldest'] as const) {
	await installN8n(edition);
	await createdFolder(edition);
}
