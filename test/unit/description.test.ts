import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';
import { PaymentsOAuth2Api } from '../../credentials/PaymentsOAuth2Api.credentials';
import { Payments } from '../../nodes/Payments/Payments.node';
import { PaymentsPollTrigger } from '../../nodes/Payments/PaymentsPollTrigger.node';
import { PaymentsTrigger } from '../../nodes/Payments/PaymentsTrigger.node';
import { resources } from '../../nodes/Payments/resources';
import { merge } from '../../nodes/Payments/resources/merge';
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

const operations = ofNode.filter(([, { name }]) => name === 'operation');

const optionsOf = ({ options }: INodeProperties) => options as INodePropertyOptions[];

/** Returns whether a text is in n8n's Title Case: small words are only capitalized at the beginning. */
const isTitle = (text: string) =>
	text
		.split(/[ -]/)
		.every(
			(word, index) =>
				/^[A-Z\d]/.test(word) ||
				(index > 0 &&
					['of', 'to', 'or', 'and', 'a', 'the', 'be', 'by', 'in', 'for', 'per'].includes(word)),
		);

const allOperations = resources.flatMap((resource) => resource.operations);

test('each resource has its operations in the node', () => {
	const places = operations.map(([, { displayOptions }]) => displayOptions?.show?.resource);
	expect(places).toEqual(resources.map(({ option }) => [option.value]));
	expect(operations.flatMap(([, operation]) => optionsOf(operation))).toEqual(allOperations);
	expect(allOperations.length).toBeGreaterThan(resources.length);
});

test.each(['operation', 'resource'] as const)(
	'parameters that several share are there once, in the order of each: %s',
	(by) => {
		const orders = { one: ['a', 'b', 'c'], two: ['b', 'x', 'c'], three: ['c', 'a'] };
		const fields = merge(
			by,
			Object.entries(orders).map(([value, names]) => ({
				value,
				fields: names.map((name) => ({ displayName: name, name, type: 'string', default: '' })),
			})),
		);
		for (const [value, names] of Object.entries(orders)) {
			const shown = fields.filter(({ displayOptions }) =>
				displayOptions!.show![by]!.includes(value),
			);
			expect(shown.map(({ name }) => name)).toEqual(names);
		}
		expect(fields.map(({ name }) => name)).toEqual(['a', 'b', 'x', 'c', 'a']);
	},
);

test('parameters are data, which is compared to find those that are the same', () => {
	const fields = description.properties.filter(({ name }) => name !== 'operation');
	expect(structuredClone(fields)).toEqual(fields);
});

/** The values that n8n's own nodes have for two operations. Others follow from the name. */
const USUAL_VALUES: Record<string, string> = {
	'Get Many': 'getAll',
	'Create or Update': 'upsert',
	'Create and Wait for Payment': 'createAndWait',
	'Wait for Payment': 'wait',
};
const lower = (text: string) => text.toLowerCase();

test.each(operations)(
	'each operation of %s has an action and a description of its own',
	(_, operation) => {
		for (const { name, value, action, description } of optionsOf(operation)) {
			expect({ name, value: String(value), action, description }).toEqual({
				name: expect.stringMatching(/^[A-Z][a-z]+( (and|for|or|[A-Z][a-z]+))*$/) as string,
				value: USUAL_VALUES[name] ?? name.replace(/^./, lower).replaceAll(' ', ''),
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

const inFixed = all
	.filter(([, { type }]) => type === 'fixedCollection')
	.flatMap(([where, { options }]) =>
		(options as INodePropertyCollection[]).flatMap(({ values }) => parametersOf(values, where)),
	);

const isSorted = (names: string[]) =>
	JSON.stringify(names) ===
	JSON.stringify([...names].sort((one, other) => one.localeCompare(other)));
const namesOf = (property: INodeProperties) => optionsOf(property).map(({ name }) => name);
const isDropDown = ({ type, options }: INodeProperties) =>
	['options', 'multiOptions'].includes(type) && options !== undefined;
const isButton = ({ type }: INodeProperties) => ['collection', 'fixedCollection'].includes(type);

/** Promises about all parameters of a kind. */
const rules: Array<
	[
		promise: string,
		isMeant: (parameter: INodeProperties) => boolean,
		holds: (parameter: INodeProperties) => boolean,
	]
> = [
	[
		'has a description in sentence case: one sentence has no full stop, several have one each',
		({ name, type }) =>
			!['resource', 'operation'].includes(name) && !['hidden', 'notice'].includes(type),
		({ description = '' }) =>
			/^[A-Z]/.test(description) && description.endsWith('.') === /\. [A-Z]/.test(description),
	],
	// The label of a notice is its text.
	['has a label in Title Case', ({ type }) => type !== 'notice', (one) => isTitle(one.displayName)],
	['has choices in Title Case', isDropDown, (one) => namesOf(one).every(isTitle)],
	[
		'has choices in alphabetical order, unless they are in that of how often they are used, or of time',
		(one) => isDropDown(one) && !['environment', 'mode', 'created', 'due'].includes(one.name),
		(one) => isSorted(namesOf(one)),
	],
	[
		'has a default that is one of its choices',
		isDropDown,
		(one) => {
			const values = optionsOf(one).map(({ value }) => value);
			return [one.default].flat().every((value) => values.includes(value as string));
		},
	],
	[
		'has an example as its placeholder; that of a collection is the text of its button',
		({ placeholder }) => Boolean(placeholder),
		(one) => (isButton(one) ? /^Add [A-Z][a-z]+$/ : /^e\.g\. \S/).test(one.placeholder!),
	],
	[
		'begins with Whether if it is a switch',
		({ type }) => type === 'boolean',
		({ description }) => description!.startsWith('Whether '),
	],
	[
		'is preset if it is a required day, which the oldest n8n does not mark where it is empty',
		({ type, required }) => type === 'dateTime' && required === true,
		(one) => one.default !== '',
	],
	[
		'has its fields in alphabetical order',
		({ type }) => type === 'collection',
		({ options }) => isSorted((options as INodeProperties[]).map((one) => one.displayName)),
	],
];

test.each(rules)('each parameter %s', (_, isMeant, holds) => {
	const meant = [...all, ...inFixed].filter(([, one]) => isMeant(one));
	expect(meant.length).toBeGreaterThan(1);
	expect(meant.filter(([, one]) => !holds(one)).map(([label]) => label)).toEqual([]);
});

test('no amount is preset, limited or rounded by the editor: another one than entered would be paid', () => {
	const amounts = [...ofNode, ...ofTrigger].filter(([, { name }]) => name === 'amount');
	expect(amounts.length).toBeGreaterThan(5);
	for (const [label, { default: preset, typeOptions }] of amounts) {
		expect([label, preset, typeOptions]).toEqual([label, '', undefined]);
	}
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
	const days = ofNode.filter(
		([, { type, displayName }]) => type === 'dateTime' && / (From|To)$/.test(displayName),
	);
	expect(days).toHaveLength(12);
	for (const [label, { description, hint }] of days) {
		expect([label, hint]).toEqual([label, 'Only the day counts']);
		expect(description).toMatch(/ The time of day is ignored\.$/);
	}
});

test('where a picture of a payment request is selected, and only there, a notice has the place of its link', () => {
	const notices = ofNode.filter(([, { displayName }]) =>
		displayName.includes("The payment link is under Table and JSON, as 'url'."),
	);
	const shown = { resource: ['paymentRequest'], qrPicture: ['png', 'svg'] };
	expect(notices.map(([, { displayOptions }]) => displayOptions?.show)).toEqual([
		{ ...shown, operation: ['create'] },
		{ ...shown, operation: ['get'] },
	]);
});

test('what can be left empty is optional at a glance: the hint is visible, a description only on hover', () => {
	const secret = ofCredentials.filter(([, { typeOptions }]) => typeOptions?.password);
	for (const [label, { name, required = false, hint = '' }] of secret) {
		expect([label, /^Optional\. ./.test(hint)]).toEqual([label, !required]);
		if (name.endsWith('Salt')) {
			expect(hint).toMatch(
				/^Optional\. For .+ The salt is next to .+<a href="https:\/\/dashboard\./,
			);
		}
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
	expect(seen).toHaveLength(13);
});

test('each creation says that another execution repeats it', () => {
	const notices = ofNode.filter(([, { type }]) => type === 'notice');
	const isRepeating = (resource: string, operation: string) =>
		notices.some(([, { displayName, displayOptions: { show } = {} }]) => {
			const isOfOperation =
				show?.resource?.includes(resource) && show.operation?.includes(operation);
			return isOfOperation && /\b(Each|Another) execution /.test(displayName);
		});
	const created = resources.flatMap(({ option, operations }) =>
		operations.map(({ value }) => [String(option.value), String(value)] as const),
	);
	const others = created.filter(
		([resource, name]) => name.startsWith('create') && !isRepeating(resource, name),
	);
	// HitPay refuses a second virtual account.
	expect(others).toEqual([['virtualAccount', 'create']]);
});

test('as a tool, what moves money needs a maximum, and what cannot be restored a permission', () => {
	const needing = (name: string) =>
		ofNode.flatMap(([, { displayOptions, ...one }]) => {
			const { resource: [of] = [], operation: [value] = [] } = displayOptions?.show ?? {};
			return one.name === name ? [`${of as string} ${value as string}`] : [];
		});
	const both = ['refund create', 'subscription charge', 'transfer create'];
	for (const name of ['maximumPerCall', 'currencies']) expect(needing(name).sort()).toEqual(both);
	const deletions = resources.flatMap(({ option, operations }) =>
		operations
			.filter(({ value }) => ['delete', 'cancel'].includes(String(value)))
			.map(({ value }) => `${String(option.value)} ${String(value)}`),
	);
	const others = [
		...['beneficiary create', 'beneficiary update', 'order update', 'product create'],
		...['product update', 'reader cancelPayment', 'subscription update', 'transfer create'],
	];
	expect(needing('allowChanges').sort()).toEqual([...deletions, ...others].sort());
});

test('operations whose scope is not certain have a notice with OAuth2', () => {
	const noticed = (parameters: typeof ofNode) =>
		parameters
			.filter(([, { name }]) => name === 'scopeNotice')
			.map(([, { displayOptions }]) => displayOptions!.show!);
	const uncertain = [
		...['balance', 'beneficiary', 'customer', 'invoice', 'location', 'order', 'payout', 'product'],
		...['productCategory', 'reader', 'staff', 'staticQr', 'transfer', 'virtualAccount'],
	];
	// All operations of these resources, by one notice.
	expect(new Set(noticed(ofNode).map(({ authentication }) => authentication))).toEqual(
		new Set([['oAuth2']]),
	);
	expect(noticed(ofNode).flatMap(({ resource = [] }) => resource)).toEqual(uncertain);
	expect(noticed(ofNode).filter(({ operation }) => operation)).toEqual([]);
	const newRecords = ['newCustomer', 'newOrder', 'newPayout'];
	const event = ['invoiceStatusChanged', ...newRecords, 'transferStatusChanged'];
	expect(noticed(ofPollTrigger)).toEqual([{ event, authentication: ['oAuth2'] }]);
});

test('a new poll trigger waits for successful charges; a saved one keeps its filters', () => {
	const { properties } = new PaymentsPollTrigger().description;
	const filtersOf = (parameters: INodeParameters, withDefaults = true) =>
		NodeHelpers.getNodeParameters(properties, parameters, withDefaults, false, null, null)!.filters;
	expect(filtersOf({})).toEqual({ statuses: ['succeeded'] });
	expect(filtersOf({ event: 'newCharge' })).toEqual({ statuses: ['succeeded'] });
	expect(filtersOf({ event: 'chargeStatusChanged' })).toEqual({});
	expect(filtersOf({ event: 'newPayout' })).toEqual({});
	// As the editor saves a trigger without filters.
	expect(filtersOf({ filters: {} })).toEqual({});
	expect(filtersOf({ filters: {} }, false)).toEqual({});
});

test('the secrets of the credentials are masked', () => {
	const secret = ofCredentials.filter(([, { typeOptions }]) => typeOptions?.password);
	const ofBoth = ['Webhook Salt', 'Endpoint Salt', 'Platform Key'];
	expect(secret.map(([label]) => label)).toEqual([
		...['API Key', ...ofBoth].map((label) => `'${label}' of HitPay Payments API`),
		...ofBoth.map((label) => `'${label}' of HitPay Payments App OAuth2 API`),
	]);
});

/** Names in saved workflows that are not the API's name in camel case. */
const SHORTER_NAMES: Record<string, string[]> = {
	business_recurring_plans_id: ['planId'],
	charge_id: ['paymentId'],
	created_at_from: ['createdFrom'],
	created_at_to: ['createdTo'],
	dateFrom: ['createdFrom'],
	dateTo: ['createdTo'],
	expires_after: ['waitAtMost'],
	date_from: ['createdFrom'],
	date_to: ['createdTo'],
	keywords: ['name', 'nameOrId', 'search'],
	location: ['locationId'],
	payment_provider_method: ['paymentMethod'],
	phone_number_country_code: ['phoneCountryCode'],
	query: ['search'],
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
	// The panel compares without case. It finds no word that is longer, such as a plural, and ranks the same word first.
	const words = alias.map((word) => word.toLowerCase());
	const records = ['invoice', 'invoices', 'order', 'orders', 'refunds', 'transfers'];
	expect(words).toEqual(expect.arrayContaining([...records, 'grabpay', 'fpx']));
	expect(alias).toEqual([...new Set(alias)].sort((a, b) => a.localeCompare(b)));
});

test.each([new Payments(), new PaymentsPollTrigger(), new PaymentsTrigger()])(
	'the editor loads less than 250 KB for $description.displayName',
	(node) => {
		expect(Buffer.byteLength(JSON.stringify(node.description))).toBeLessThan(250_000);
	},
);
