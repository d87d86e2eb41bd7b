import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import {
	addressedBy,
	addressOf,
	registrationName,
	tokenOf,
} from '../../nodes/Payments/webhook/registration/identity';

/* A trigger is found again by the name of what it registered, and its notifications by the token in their URL. */

interface Trigger {
	url?: string;
	path?: string | number | null;
	webhookId?: string;
	instance?: string;
	node?: string;
	mode?: string;
	execution?: string;
	state?: IDataObject;
}

const triggerOf = (trigger: Trigger = {}) =>
	({
		getMode: () => trigger.execution ?? 'trigger',
		getWorkflow: () => ({ id: 'w1' }),
		getNode: () => ({ id: trigger.node ?? 'n1', webhookId: trigger.webhookId }),
		getInstanceId: () => trigger.instance ?? 'i1',
		getNodeWebhookUrl: () => trigger.url ?? 'https://a.example/webhook/w1/payments',
		getNodeParameter: (name: string) =>
			name === 'path' ? (trigger.path ?? '') : (trigger.mode ?? 'account'),
		getWorkflowStaticData: () => trigger.state ?? {},
	}) as unknown as IHookFunctions;

const nameOf = (trigger?: Trigger) => registrationName(triggerOf(trigger));

describe('the name of what a trigger registers', () => {
	const name = nameOf();

	test('has its workflow and its node', () => {
		expect(name).toMatch(/^n8n:w1:n1:[0-9a-f]{12}$/);
		expect(nameOf({ node: 'n2' })).not.toBe(name);
	});

	test.each<[string, Trigger, boolean]>([
		['the test URL of the same n8n', { url: 'https://a.example/webhook-test/w1/payments' }, true],
		['another n8n', { instance: 'i2' }, false],
		[
			'a copy of its database, at another address',
			{ url: 'https://b.example/webhook/w1/x' },
			false,
		],
		['another folder', { url: 'https://a.example/n8n/webhook/w1/payments' }, false],
		['the ID of a webhook', { webhookId: 'h1', url: 'https://a.example/webhook/h1/x' }, true],
		[
			'a path that was entered',
			{ path: '/orders/new', url: 'https://a.example/webhook/orders/new' },
			true,
		],
		['a path that is a number', { path: 7, url: 'https://a.example/webhook/7' }, true],
		['several slashes before it', { path: '//pay', url: 'https://a.example/webhook/pay' }, true],
	])('is the same with %s: %#', (_, trigger, isSame) => {
		expect(nameOf(trigger) === name).toBe(isSame);
	});

	test('is another one in a test run', () => {
		expect(nameOf({ execution: 'manual' })).toBe(`${name}:test`);
	});
});

test('the registered URL ends with the token', () => {
	const url = 'https://a.example/webhook/w1/payments';
	expect(addressOf(triggerOf())).toBe(url);
	expect(addressOf(triggerOf({ state: { token: 't' } }))).toBe(`${url}?token=t`);
	expect(tokenOf(`${url}?token=t`)).toBe('t');
	for (const other of [url, `${url}?token=`, 'no URL', undefined, new URL(`${url}?token=t`)])
		expect(tokenOf(other)).toBeUndefined();
});

test.each<[string, Trigger, IDataObject, string]>([
	['its token', { state: { token: 't' } }, { token: 't' }, 'registered'],
	['another token', { state: { token: 't' } }, { token: 'u' }, 'other'],
	['no token', { state: { token: 't' } }, {}, 'other'],
	['a list', { state: { token: 't' } }, { token: ['t'] }, 'other'],
	['a token, where none is registered', {}, { token: 't' }, 'open'],
	['the URL of a payment request', { state: { token: 't' }, mode: 'requests' }, {}, 'open'],
])('a notification with %s is %s', (_, trigger, query, address) => {
	expect(addressedBy(triggerOf(trigger), query)).toBe(address);
});
