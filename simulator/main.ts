import { parseArgs } from 'node:util';

import { dialects, type Dialect } from './dialects';
import { CONTROL_PREFIX } from './http/hooks';
import { startSimulator, type SimulatorOptions } from './index';
import { send } from './send';

/** Placeholder of the value, none for a switch, and description of each option. */
const OPTIONS: Record<string, [placeholder: string, description: string]> = {
	port: ['<n>', 'port on 127.0.0.1 (4010)'],
	charges: ['<n>', 'number of charges (1000)'],
	history: ['<n>', 'number of charges of the three years before, in lists only (0)'],
	payouts: ['<n>', 'number of payouts (200)'],
	orders: ['<n>', 'number of orders (40)'],
	products: ['<n>', 'number of products (30)'],
	seed: ['<n>', 'seed of all records: the same seed leads to the same records (1)'],
	latency: ['<ms>', 'time added to every response (0)'],
	'read-lag': ['<ms>', 'maximum replication lag of a single charge (0)'],
	'list-refunds': ['', 'a single charge lists its refunds'],
	'max-per-page': ['<n>', 'maximum page size of a list (100)'],
	'reject-large-pages': ['', 'refuse larger page sizes instead of reducing them'],
	'rate-limit': ['<n>', 'requests per period for each credential, 0 for no limit (0)'],
	'rate-limit-period': ['<s>', 'that period in seconds (1)'],
	'rate-limit-window': ['<kind>', 'sliding, or fixed from the first request on (sliding)'],
	'rate-limit-headers': ['', 'send X-RateLimit-Limit and X-RateLimit-Remaining'],
	'retry-after': ['<kind>', 'Retry-After of a 429: right, none or one (second) (right)'],
	cursors: ['<kind>', 'opaque, or numbers of records (opaque)'],
	'list-meta': ['<kind>', 'meta of a list: full, uncounted or none (full)'],
	salt: ['<text>', 'salt of the account, by which callbacks are signed (simulator-salt)'],
	'refund-notification': ['<format>', "format of a refund's webhook: callback or event (callback)"],
	'retry-delay': ['<ms>', 'wait before the second attempt to deliver a notification (1000)'],
	'retry-factor': ['<n>', 'factor by which each further wait is longer (2)'],
	'max-tries': ['<n>', 'maximum number of attempts (10)'],
	'delivery-timeout': ['<ms>', 'time that a receiver has to respond (10000)'],
	'https-webhooks': ['', 'accept webhook endpoints on https only, not on http on loopback'],
	dialect: ['<names>', 'do as one of the sources has it: names below, separated by commas'],
	'redirect-uri': ['<url>', 'redirect URL of the OAuth app; can be repeated'],
	help: ['', 'show this text'],
};

const help = `The Payments API on loopback, for tests and demos.

npm run simulator -- [options]
npm run simulator -- send <event>    sends an event to a trigger; send --help lists the events

${Object.entries(OPTIONS)
	.map(([name, [placeholder, text]]) => `  --${`${name} ${placeholder}`.padEnd(29)} ${text}`)
	.join('\n')}

Dialects, where the sources of docs/dialects.md differ:

${Object.entries(dialects)
	.map(([name, { text }]) => `  ${name.padEnd(31)} ${text}`)
	.join('\n')}
`;

/** Reads the command line. Undefined if it asks for help. @throws TypeError about an unknown option */
function readOptions(): SimulatorOptions | undefined {
	const options = Object.entries(OPTIONS).map(([name, [placeholder]]) => {
		const type: 'boolean' | 'string' = placeholder === '' ? 'boolean' : 'string';
		return [name, { type, multiple: name === 'redirect-uri' }] as const;
	});
	const { values } = parseArgs({ options: Object.fromEntries(options) });
	if (values.help) return undefined;
	const {
		'https-webhooks': httpsOnly = false,
		'redirect-uri': redirectUris,
		dialect = '',
		...others
	} = values;
	const named = Object.entries(others).map(([name, value]) => {
		const isNumber = ['<n>', '<ms>', '<s>'].includes(OPTIONS[name]?.[0] ?? '');
		const property = name.replace(/-./g, ([, letter]) => String(letter).toUpperCase());
		return [property, isNumber ? Number(value) : value];
	});
	return {
		port: 4010,
		charges: 1000,
		payouts: 200,
		...(Object.fromEntries(named) as SimulatorOptions),
		allowHttpWebhooks: !httpsOnly,
		dialects: String(dialect).split(',').filter(Boolean) as Dialect[],
		redirectUris: redirectUris as string[] | undefined,
	};
}

async function main() {
	const [command, ...args] = process.argv.slice(2);
	if (command === 'send') return await send(args);
	const options = readOptions();
	if (!options) {
		console.log(help);
		return;
	}
	const simulator = await startSimulator(options);
	// Its tax setting can be used for others, as one of the dashboard.
	simulator.addInvoice({ subtotal: 10, amount: 10.9, tax_setting: 'gst-9' });
	const { url, apiKey, salt, oauthApp } = simulator;
	console.log(`Payments simulator

  API and dashboard    ${url}
  API key              ${apiKey}
  Salt                 ${salt}
  OAuth client ID      ${oauthApp.clientId}
  OAuth client secret  ${oauthApp.clientSecret}
  Redirect URLs        ${oauthApp.redirectUris.join('\n                       ')}
  Control API          ${url}${CONTROL_PREFIX}

These credentials work with the simulator only. Some requests to try:

  curl -H 'X-BUSINESS-API-KEY: ${apiKey}' '${url}/v1/charges?per_page=2'
  curl -X POST -H 'X-BUSINESS-API-KEY: ${apiKey}' -H 'Content-Type: application/json' \\
    -d '{"amount":10,"currency":"sgd"}' ${url}/v1/payment-requests
  curl ${url}${CONTROL_PREFIX}/requests
  curl ${url}${CONTROL_PREFIX}/deliveries
  curl -X POST -H 'Content-Type: application/json' \\
    -d '{"path":"/v1/charges","status":503,"times":2}' ${url}${CONTROL_PREFIX}/faults

Press Ctrl+C to stop.`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void simulator.close());
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
