/** Installs all that the end-to-end tests need, as they do themselves where something is missing. */
import { installChromium } from './chromium.mjs';
import { installN8n } from './install.mjs';
import { installServices } from './services.mjs';

await installChromium();
await installServices();
await installN8n('newest');
await installN8n('oldest');
