import { parseArgs } from 'node:util';
import { CONTROL_PREFIX } from './control';
import { startSimulator } from './index';

const help = `The payments service on loopback, for tests and demos.

npm run simulator -- [options]

  --port <n>              port on 127.0.0.1 (4010)
  --charges <n>           number of charges (1000)
  --payouts <n>           number of payouts (200)
  --seed <n>              the same seed gives the same records (1)
  --latency <ms>          added to every answer (0)
  --read-lag <ms>         a charge is read from a copy of the data that is up to so far behind (0)
  --list-refunds          a charge that is got by its ID lists its refunds
  --max-per-page <n>      largest page of a list (100)
  --reject-large-pages    refuse larger pages instead of making them smaller
  --rate-limit <n>        requests in each period for each credential, 0 for no limit (0)
  --rate-limit-period <s> that period in seconds (1)
  --rate-limit-window <kind>
                          sliding: any period; fixed: one that begins with a request (sliding)
  --rate-limit-headers    every answer says X-RateLimit-Limit and X-RateLimit-Remaining
  --retry-after <kind>    what Retry-After of a 429 says: right, none or one (second) (right)
  --cursors <kind>        cursors that name a record (opaque), or count records (numbers) (opaque)
  --list-meta <kind>      what a list says of its pages: full, uncounted or none (full)
  --salt <text>           salt of the account, which signs callbacks (simulator-salt)
  --refund-notification <format>
                          what a refund's webhook receives: callback or event (callback)
  --retry-delay <ms>      before a notification is sent for the second time (1000)
  --retry-factor <n>      each further wait is this many times longer (2)
  --max-tries <n>         how often a notification is sent at most (10)
  --delivery-timeout <ms> how long a receiver has for its answer (10000)
  --https-webhooks        take webhook endpoints on https only, not on http on loopback
  --redirect-uri <url>    where the OAuth app returns to; may be given several times
  --help                  this text
`;

async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			charges: { type: 'string', default: '1000' },
			payouts: { type: 'string', default: '200' },
			seed: { type: 'string', default: '1' },
			latency: { type: 'string', default: '0' },
			'read-lag': { type: 'string', default: '0' },
			'list-refunds': { type: 'boolean', default: false },
			'max-per-page': { type: 'string', default: '100' },
			'reject-large-pages': { type: 'boolean', default: false },
			'rate-limit': { type: 'string', default: '0' },
			'rate-limit-period': { type: 'string', default: '1' },
			'rate-limit-window': { type: 'string' },
			'rate-limit-headers': { type: 'boolean', default: false },
			'retry-after': { type: 'string' },
			cursors: { type: 'string' },
			'list-meta': { type: 'string' },
			salt: { type: 'string' },
			'refund-notification': { type: 'string', default: 'callback' },
			'retry-delay': { type: 'string', default: '1000' },
			'retry-factor': { type: 'string', default: '2' },
			'max-tries': { type: 'string', default: '10' },
			'delivery-timeout': { type: 'string', default: '10000' },
			'https-webhooks': { type: 'boolean', default: false },
			'redirect-uri': { type: 'string', multiple: true },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(help);
		return;
	}
	const simulator = await startSimulator({
		port: Number(values.port),
		charges: Number(values.charges),
		payouts: Number(values.payouts),
		seed: Number(values.seed),
		latency: Number(values.latency),
		readLag: Number(values['read-lag']),
		listRefunds: values['list-refunds'],
		maxPerPage: Number(values['max-per-page']),
		rejectLargePages: values['reject-large-pages'],
		rateLimit: Number(values['rate-limit']),
		rateLimitPeriod: Number(values['rate-limit-period']),
		rateLimitWindow: values['rate-limit-window'] as 'sliding' | 'fixed',
		rateLimitHeaders: values['rate-limit-headers'],
		retryAfter: values['retry-after'] as 'right' | 'none' | 'one',
		cursors: values.cursors as 'opaque' | 'numbers',
		listMeta: values['list-meta'] as 'full' | 'uncounted' | 'none',
		salt: values.salt,
		refundNotification: values['refund-notification'] as 'callback' | 'event',
		retryDelay: Number(values['retry-delay']),
		retryFactor: Number(values['retry-factor']),
		maxTries: Number(values['max-tries']),
		deliveryTimeout: Number(values['delivery-timeout']),
		allowHttpWebhooks: !values['https-webhooks'],
		redirectUris: values['redirect-uri'],
	});
	const { url, apiKey, salt, oauthApp } = simulator;
	console.log(`Payments simulator

  API and dashboard    ${url}
  API key              ${apiKey}
  Salt                 ${salt}
  OAuth client id      ${oauthApp.clientId}
  OAuth client secret  ${oauthApp.clientSecret}
  Redirect addresses   ${oauthApp.redirectUris.join('\n                       ')}
  Control              ${url}${CONTROL_PREFIX}

These are the simulator's own; they open nothing else. Some things to try:

  curl -H 'X-BUSINESS-API-KEY: ${apiKey}' '${url}/v1/charges?per_page=2'
  curl -X POST -H 'X-BUSINESS-API-KEY: ${apiKey}' -H 'Content-Type: application/json' \\
    -d '{"amount":10,"currency":"sgd"}' ${url}/v1/payment-requests
  curl ${url}${CONTROL_PREFIX}/requests
  curl ${url}${CONTROL_PREFIX}/deliveries
  curl -X POST -H 'Content-Type: application/json' \\
    -d '{"path":"/v1/charges","status":503,"times":2}' ${url}${CONTROL_PREFIX}/faults

Ctrl+C ends it.`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void simulator.close());
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
