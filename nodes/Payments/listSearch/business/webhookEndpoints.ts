import { listAtOnce } from '../atOnce';
import { line } from '../label';

/** Lists webhook endpoints with their URLs. */
export const searchWebhookEndpoints = listAtOnce('/v1/webhook-events', ({ name, url }) =>
	line(url, name),
);
