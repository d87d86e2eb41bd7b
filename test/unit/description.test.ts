import { transformSync } from 'esbuild';
import { PackageDirectoryLoader } from 'n8n-core';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';
import { PaymentsOAuth2Api } from '../../credentials/PaymentsOAuth2Api.credentials';
import { Payments } from '../../nodes/Payments/Payments.node';
import { PaymentsPollTrigger } from '../../nodes/Payments/PaymentsPollTrigger.node';
import { PaymentsTrigger } from '../../nodes/Payments/PaymentsTrigger.node';
import { resources } from '../../nodes/Payments/resources';
import { resource } from '../../nodes/Payments/resources/resource';
import {
	allParameters as all,
	ofCredentials,
	ofNode,
	ofPollTrigger,
	ofTrigger,
	parametersOf,
} from './parameters';

const root = path.join(__dirname, '../..');

const { description } = new Payments();

// Those with choices of the API are in test/engine/locators.test.ts.
const dropDowns = all.filter(
	([, { type, options }]) => ['options', 'multiOptions'].includes(type) && options,
);
const operations = ofNode.filter(([, { name }]) => name === 'operation');

const optionsOf = ({ options }: INodeProperties) => options as INodePropertyOptions[];

/** Returns whether a text is in n8n's Title Case: small words are only capitalized at the beginning. */
const isTitle = (text: string) =>
	text
		.split(/[ -]/)
		.every(
			(word, index) =>
				/^[A-Z\d]/.test(word) ||
				(index > 0 && ['of', 'to', 'or', 'and', 'a', 'the', 'be', 'by', 'in'].includes(word)),
		);

const allOperations = resources.flatMap((resource) => resource.operations);

test('each resource has its operations in the node', () => {
	const places = operations.map(([, { displayOptions }]) => displayOptions?.show?.resource);
	expect(places).toEqual(resources.map(({ option }) => [option.value]));
	expect(operations.flatMap(([, operation]) => optionsOf(operation))).toEqual(allOperations);
	expect(allOperations.length).toBeGreaterThan(resources.length);
});

test('parameters that operations share are there once, in the order of each operation', () => {
	const orders = { one: ['a', 'b', 'c'], two: ['b', 'x', 'c'], three: ['c', 'a'] };
	const { properties } = resource(
		{ name: 'Test', value: 'test' },
		Object.entries(orders).map(([value, names]) => ({
			option: { name: value, value },
			fields: names.map((name) => ({ displayName: name, name, type: 'string', default: '' })),
		})),
	);
	const [, ...fields] = properties;
	for (const [operation, names] of Object.entries(orders)) {
		const shown = fields.filter(({ displayOptions }) =>
			displayOptions!.show!.operation!.includes(operation),
		);
		expect(shown.map(({ name }) => name)).toEqual(names);
	}
	expect(fields.map(({ name }) => name)).toEqual(['a', 'b', 'x', 'c', 'a']);
});

test('parameters are data, which is compared to find those that are the same', () => {
	const fields = description.properties.filter(({ name }) => name !== 'operation');
	expect(structuredClone(fields)).toEqual(fields);
});

test.each(operations)(
	'each operation of %s has an action and a description of its own',
	(_, operation) => {
		for (const { name, value, action, description } of optionsOf(operation)) {
			expect({ name, value: String(value), action, description }).toEqual({
				name: expect.stringMatching(
					/^(Cancel|Charge|Create|Create or Update|Delete|Get|Get Account Status|Get Many|Get Transactions|Send|Update)$/,
				) as string,
				value: expect.stringMatching(
					/^(cancel|charge|create|delete|get|getAccountStatus|getAll|getTransactions|send|update|upsert)$/,
				) as string,
				action: expect.stringMatching(new RegExp(`^${name}( (an? )?[\\w ]+)?$`, 'i')) as string,
				description: expect.stringMatching(/^[A-Z].*[^.]$/) as string,
			});
			expect(description).not.toBe(action);
		}
	},
);

test('no two operations have the same action', () => {
	const actions = allOperations.map(({ action }) => action);
	expect(actions.filter((action, at) => actions.indexOf(action) !== at)).toEqual([]);
});

const described = all.filter(
	([, { name, type }]) =>
		!['resource', 'operation'].includes(name) && !['hidden', 'notice'].includes(type),
);
const inFixed = all
	.filter(([, { type }]) => type === 'fixedCollection')
	.flatMap(([where, { options }]) =>
		(options as INodePropertyCollection[]).flatMap(({ values }) => parametersOf(values, where)),
	);
test.each([...described, ...inFixed])(
	'%s has a description in sentence case',
	(_, { description }) => {
		expect(description).toMatch(/^[A-Z]/);
		// One sentence has no full stop, several have one each.
		expect(description!.endsWith('.')).toBe(/\. [A-Z]/.test(description!));
	},
);

// The label of a notice is its text.
const labels = all.filter(([, { type }]) => type !== 'notice');
test.each(labels)('the label of %s is in Title Case', (_, { displayName }) => {
	expect(isTitle(displayName) ? '' : displayName).toBe('');
});

test.each(dropDowns)(
	'the choices of %s are in Title Case and in alphabetical order',
	(_, property) => {
		const names = optionsOf(property).map(({ name }) => name);
		expect(names.filter((name) => !isTitle(name))).toEqual([]);
		// These are in the order of how often they are used.
		if (!['environment', 'mode'].includes(property.name))
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	},
);

test.each(dropDowns)('the default of %s is one of its choices', (_, property) => {
	const values = optionsOf(property).map(({ value }) => value);
	expect(values).toEqual(expect.arrayContaining([property.default].flat()));
});

test.each(all.filter(([, { placeholder }]) => placeholder))(
	'the placeholder of %s is an example',
	(_, { type, placeholder }) => {
		// The placeholder of a collection is the text of its button.
		const isButton = ['collection', 'fixedCollection'].includes(type);
		expect(placeholder).toMatch(isButton ? /^Add [A-Z][a-z]+$/ : /^e\.g\. \S/);
	},
);

test.each(all.filter(([, { type }]) => type === 'boolean'))(
	'the description of the switch %s begins with Whether',
	(_, { description }) => {
		expect(description).toMatch(/^Whether /);
	},
);

test.each(all.filter(([, { type }]) => type === 'collection'))(
	'the fields of %s are in alphabetical order',
	(_, property) => {
		const names = (property.options as INodeProperties[]).map(({ displayName }) => displayName);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	},
);

test.each(ofCredentials.filter(([, { name }]) => /key$|salt|secret/i.test(name)))(
	'%s is masked',
	(_, { typeOptions }) => {
		expect(typeOptions?.password).toBe(true);
	},
);

test('no amount is preset, limited or rounded by the editor: another one than entered would be paid', () => {
	const amounts = [...ofNode, ...ofTrigger].filter(([, { name }]) => name === 'amount');
	expect(amounts.length).toBeGreaterThan(5);
	for (const [label, { default: preset, typeOptions }] of amounts) {
		expect([label, preset, typeOptions]).toEqual([label, '', undefined]);
	}
});

test('Refund: Create announces that each execution refunds', () => {
	const notices = ofNode.filter(
		([label, { type }]) => /refund create/.test(label) && type === 'notice',
	);
	expect(notices.map(([label]) => label)).toContainEqual(
		expect.stringContaining('Each execution refunds again'),
	);
});

test('Refund: Create announces what another execution refunds, by what is refunded', () => {
	const announced = (kind: string) =>
		new Payments().description.properties
			.filter(({ name, displayOptions }) => {
				const { operation, resource, refundKind } = displayOptions?.show ?? {};
				const isOfCreate = resource?.includes('refund') && operation?.includes('create');
				return name === 'notice' && isOfCreate && (refundKind?.includes(kind) ?? true);
			})
			.map(({ displayName }) => displayName);
	expect(announced('part')).toEqual([expect.stringContaining('Each execution refunds again')]);
	expect(announced('everything')).toEqual([
		expect.stringContaining('Another execution refunds nothing more'),
	]);
});

test('nodes and credentials are found by the name of HitPay', () => {
	for (const { displayName } of [new PaymentsApi(), new PaymentsOAuth2Api()]) {
		expect(displayName).toContain('HitPay');
	}
	for (const node of [new Payments(), new PaymentsPollTrigger(), new PaymentsTrigger()]) {
		expect(node.description.description).toContain('HitPay');
		const codex = path.join(root, 'nodes/Payments', `${node.constructor.name}.node.json`);
		expect((JSON.parse(readFileSync(codex, 'utf8')) as { alias: string[] }).alias).toContain(
			'HitPay',
		);
	}
});

test('new credentials of the two types are not named alike', () => {
	// The words that n8n's editor leaves out of the name of a type, in front of "account".
	const omitted = ['API', 'OAuth1', 'OAuth2', 'MCP'];
	const names = [new PaymentsApi(), new PaymentsOAuth2Api()].map(({ displayName }) =>
		displayName
			.split(' ')
			.filter((word) => !omitted.includes(word))
			.join(' '),
	);
	expect(names).toEqual(['HitPay Payments', 'HitPay Payments App']);
});

test('filters by day show that the time does not count', () => {
	const days = ofNode.filter(([, { type, routing }]) => {
		return type === 'dateTime' && routing?.send?.type === 'query';
	});
	expect(days).toHaveLength(8);
	for (const [label, { description, hint }] of days) {
		expect([label, hint]).toEqual([label, 'Only the day counts']);
		expect(description).toMatch(/ The time of day is ignored\.$/);
		const isFirstDay = label.startsWith("'Created From'");
		expect([label, description!.includes('{{ $today.minus({ days: 7 }) }}')]).toEqual([
			label,
			isFirstDay,
		]);
	}
});

test('the picture of a payment request does not hide where the link is', () => {
	const ofRequests = ofNode.filter(
		([, { name, displayOptions }]) =>
			name === 'qrPicture' && displayOptions?.show?.resource?.includes('paymentRequest'),
	);
	expect(ofRequests).toHaveLength(2);
	for (const [, { hint }] of ofRequests) {
		expect(hint).toContain("The payment link is under Table and JSON, as 'url'.");
	}
});

test('the salts are optional, and their hints lead to where they are', () => {
	for (const [label, { name, required, hint }] of ofCredentials) {
		if (!name.endsWith('Salt')) continue;
		expect([label, required, hint]).toEqual([
			label,
			undefined,
			expect.stringMatching(
				/^Optional\. For .+\. The salt is next to .+<a href="https:\/\/dashboard\./,
			),
		]);
	}
});

test('what cannot be undone says so in its first words, which an agent reads', () => {
	const beginnings: Record<string, RegExp> = {
		cancel: /^Permanently cancel /,
		charge: /^Take money from a customer /,
		delete: /^Permanently (cancel|delete|remove) /,
		'refund: create': /^Return the money of a charge /,
	};
	const seen = resources.flatMap(({ option, operations }) =>
		operations.flatMap(({ value, description }) => {
			const found =
				beginnings[`${String(option.value)}: ${String(value)}`] ?? beginnings[String(value)];
			if (!found) return [];
			expect(description).toMatch(found);
			return [description];
		}),
	);
	expect(seen).toHaveLength(10);
});

test('operations whose scope is not certain have a notice with OAuth2', () => {
	const noticed = [...ofNode, ...ofPollTrigger].filter(([, { name }]) => name === 'scopeNotice');
	expect(noticed.map(([, { displayOptions }]) => displayOptions!.show)).toEqual(
		[
			...['getAll', 'getTransactions'].map((operation) => ['balance', operation]),
			...['create', 'upsert', 'delete', 'get', 'getAll', 'update'].map((operation) => [
				'customer',
				operation,
			]),
			...['create', 'delete', 'get', 'getAll', 'send', 'update'].map((operation) => [
				'invoice',
				operation,
			]),
			...['delete', 'getAll'].map((operation) => ['location', operation]),
			['order', 'get'],
			['order', 'getAll'],
			['payout', 'getAll'],
			...['delete', 'get', 'getAll'].map((operation) => ['product', operation]),
			['productCategory', 'getAll'],
			['staff', 'getAll'],
			...['create', 'delete', 'get', 'getAll', 'update'].map((operation) => [
				'staticQr',
				operation,
			]),
			...['get', 'getAll'].map((operation) => ['transfer', operation]),
		]
			.map(([resource, operation]) => ({
				resource: [resource],
				operation: [operation],
				authentication: ['oAuth2'],
			}))
			.concat({
				event: [
					'invoiceStatusChanged',
					'newCustomer',
					'newOrder',
					'newPayout',
					'transferStatusChanged',
				],
				authentication: ['oAuth2'],
			} as never),
	);
});

test('a new poll trigger waits for successful charges; a saved one keeps its filters', () => {
	const { properties } = new PaymentsPollTrigger().description;
	const filtersOf = (parameters: INodeParameters) =>
		NodeHelpers.getNodeParameters(properties, parameters, true, false, null, null)!.filters;
	expect(filtersOf({})).toEqual({ statuses: ['succeeded'] });
	expect(filtersOf({ event: 'newCharge' })).toEqual({ statuses: ['succeeded'] });
	expect(filtersOf({ event: 'chargeStatusChanged' })).toEqual({});
	expect(filtersOf({ event: 'newPayout' })).toEqual({});
	// As the editor saves a trigger without filters.
	expect(filtersOf({ filters: {} })).toEqual({});
	const saved = NodeHelpers.getNodeParameters(
		properties,
		{ filters: {} },
		false,
		false,
		null,
		null,
	);
	expect(saved!.filters).toEqual({});
});

test('the secrets of the credentials are masked', () => {
	const secret = ofCredentials.filter(([, { typeOptions }]) => typeOptions?.password);
	expect(secret.map(([label]) => label)).toEqual([
		"'API Key' of HitPay Payments API",
		"'Webhook Salt' of HitPay Payments API",
		"'Endpoint Salt' of HitPay Payments API",
		"'Platform Key' of HitPay Payments API",
		"'Webhook Salt' of HitPay Payments App OAuth2 API",
		"'Endpoint Salt' of HitPay Payments App OAuth2 API",
		"'Platform Key' of HitPay Payments App OAuth2 API",
	]);
});

test('a secret that can be left empty is optional at a glance: its hint is visible, a description only on hover', () => {
	const secret = ofCredentials.filter(([, { typeOptions }]) => typeOptions?.password);
	for (const [label, { required = false, hint = '' }] of secret) {
		expect([label, /^Optional\. ./.test(hint)]).toEqual([label, !required]);
	}
});

test('every parameter that is not for the node itself is sent by its name in the API', () => {
	const own = [
		'authentication',
		'resource',
		'operation',
		'returnAll',
		'limit',
		'notify',
		'billTo',
		'kind',
		'refundKind',
		'notice',
		'scopeNotice',
		'testUrlNotice',
		'productionUrlNotice',
		'triggerPath',
		'urlInManualRuns',
		'maxRequests',
		'maxTries',
		'parallelDays',
		'refundId',
		'remainingAmount',
		'output',
		'outputFields',
		'calendarDay',
		'qrPicture',
		'qrPaymentMethod',
		'binaryPropertyName',
		'margin',
		'size',
	];
	const routed = ofNode.filter(
		([, { name, type }]) => !own.includes(name) && type !== 'collection',
	);
	for (const [label, { routing }] of routed) {
		const sentAs = routing?.send?.property;
		expect([label, sentAs]).toEqual([label, expect.stringMatching(/^[a-zA-Z_]+$/)]);
	}
});

/** Names in saved workflows that are not the API's name in camel case. */
const SHORTER_NAMES: Record<string, string[]> = {
	business_recurring_plans_id: ['planId'],
	created_at_from: ['createdFrom'],
	created_at_to: ['createdTo'],
	dateFrom: ['createdFrom'],
	dateTo: ['createdTo'],
	date_from: ['createdFrom'],
	date_to: ['createdTo'],
	displayed_amount: ['amount'],
	displayed_currency: ['currency'],
	keywords: ['name', 'nameOrId', 'search'],
	location: ['locationId'],
	payment_provider_method: ['paymentMethod'],
	phone_number_country_code: ['phoneCountryCode'],
	recurring_billing_id: ['subscriptionId'],
	source: ['sources'],
	stackable_discounts: ['discounts'],
	start_date_method: ['startDate'],
	webhook: ['notifyUrl'],
	with: ['include'],
};

test('a saved workflow keeps its values: names follow from the API, never from a label', () => {
	const differing: Record<string, Set<string>> = {};
	for (const [, { name, routing }] of ofNode) {
		const sentAs = routing?.send?.property;
		if (!sentAs || name === sentAs.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())) {
			continue;
		}
		(differing[sentAs] ??= new Set()).add(name);
	}
	const found = Object.entries(differing).map(([sentAs, names]) => [sentAs, [...names].sort()]);
	expect(Object.fromEntries(found)).toEqual(SHORTER_NAMES);
});

test('the node can be used as a tool, and requires the selected credential', () => {
	expect(description.usableAsTool).toBe(true);
	expect(description.credentials).toEqual([
		{
			name: 'paymentsApi',
			required: true,
			testedBy: 'testApiKey',
			displayOptions: { show: { authentication: ['apiKey'] } },
		},
		{
			name: 'paymentsOAuth2Api',
			required: true,
			displayOptions: { show: { authentication: ['oAuth2'] } },
		},
	]);
});

test('the node is found in the panel by what it manages, and by local payment methods', () => {
	const file = path.join(root, 'nodes/Payments/Payments.node.json');
	const { alias } = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };
	// The panel compares without case.
	const words = alias.map((word) => word.toLowerCase());
	const wanted = ['subscription', 'invoice', 'customer', 'balance', 'transfer', 'grabpay', 'fpx'];
	expect(words).toEqual(expect.arrayContaining(wanted));
	expect(alias).toEqual([...new Set(alias)].sort((a, b) => a.localeCompare(b)));
});

test.each([new Payments(), new PaymentsPollTrigger(), new PaymentsTrigger()])(
	'the editor loads less than 200 KB for $description.displayName',
	(node) => {
		expect(Buffer.byteLength(JSON.stringify(node.description))).toBeLessThan(200_000);
	},
);

describe('the package, as n8n loads it', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-nodes-payments-'));
	let loader: PackageDirectoryLoader;

	beforeAll(async () => {
		// As `npm run build` does, but without type checks, which take long.
		for (const source of ['nodes', 'credentials']) {
			for (const name of readdirSync(path.join(root, source), {
				recursive: true,
				encoding: 'utf8',
			})) {
				if (!name.endsWith('.ts')) continue;
				const code = readFileSync(path.join(root, source, name), 'utf8');
				const options = { loader: 'ts', format: 'cjs', target: 'es2022' } as const;
				const { code: built } = transformSync(code, options);
				const target = path.join(folder, 'dist', source, name.replace(/\.ts$/, '.js'));
				mkdirSync(path.dirname(target), { recursive: true });
				writeFileSync(target, built);
			}
		}
		writeFileSync(path.join(folder, 'package.json'), readFileSync(path.join(root, 'package.json')));
		symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
		loader = new PackageDirectoryLoader(folder);
		await loader.loadAll();
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	const names = ['payments', 'paymentsPollTrigger', 'paymentsTrigger'];

	test('contains its nodes and both credentials', () => {
		expect(Object.keys(loader.nodeTypes)).toEqual(names);
		expect(Object.keys(loader.credentialTypes)).toEqual(['paymentsApi', 'paymentsOAuth2Api']);
	});

	test('declares which node uses which credential', () => {
		expect(loader.known.credentials).toMatchObject({
			paymentsApi: { className: 'PaymentsApi', supportedNodes: names },
			paymentsOAuth2Api: {
				className: 'PaymentsOAuth2Api',
				supportedNodes: names,
				extends: ['oAuth2Api'],
			},
		});
	});

	test('contains its icons', () => {
		const types = [...loader.types.nodes, ...loader.types.credentials];
		expect(types).toHaveLength(names.length + 2);
		for (const { iconUrl } of types as Array<{ iconUrl: { light: string; dark: string } }>) {
			for (const url of [iconUrl.light, iconUrl.dark]) {
				const file = url.replace('icons/n8n-nodes-payments/dist/', '');
				expect(file).toMatch(/^icons\/[\w.]+\.svg$/);
				expect(existsSync(path.join(root, file))).toBe(true);
			}
		}
	});
});
