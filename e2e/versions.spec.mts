import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type {
	IDataObject,
	INode,
	INodeParameters,
	INodeTypeDescription,
	IWorkflowBase,
} from 'n8n-workflow';

import { authorize } from './consent.mjs';
import { outputOf, type Execution } from './editor.mjs';
import {
	cleanUpAfterAll,
	expect,
	setUpEnvironment,
	test,
	type TestEnvironment,
} from './fixtures.mjs';
import { e2eFolder, editions, projectFolder } from './install.mjs';
import { asSaved, complaintsOf, inFull } from './nodeRules.mjs';
import { sendForged, callWebhook, payOnPage } from './notifications.mjs';
import { everyOperation, optionsOf } from './tools.mjs';
import { wholeBusiness } from './wholeBusiness.mjs';
import { chain, node } from './workflows.mjs';

const PACKAGE = 'n8n-nodes-payments';

/**
 * A workflow as the editor saves it. With `wholeBusiness`, it has every operation of all resources, the Payments Trigger in
 * all modes and the Payments Poll Trigger with all events.
 */
const fixtureFile = path.join(e2eFolder, 'fixtures', 'savedWorkflow.json');

for (const edition of editions) {
	test.describe(`The ${edition} n8n`, () => {
		test.describe.configure({ mode: 'serial' });

		const onCleanup = cleanUpAfterAll();
		let environment: TestEnvironment;
		let types: INodeTypeDescription[];
		let oAuth2: string;
		let workflow: IWorkflowBase;

		test.beforeAll(async ({ tarball }) => {
			// The first start may have to install n8n.
			test.setTimeout(900_000);
			environment = await setUpEnvironment(edition, tarball, onCleanup, {
				edition,
				listRefunds: true,
			});
			types = await environment.editor.nodeTypes(PACKAGE);
		});

		test('is a version that the README names, with its Node', async () => {
			const { versionCli, nodeJsVersion } = await environment.editor.versions();
			const readme = await readFile(path.join(projectFolder, 'README.md'), 'utf8');
			const [, said] = /^Tested with n8n (.*)\.$/m.exec(readme) ?? [];
			const named = said?.split(' and ');
			expect(named).toHaveLength(editions.length);
			const major = nodeJsVersion.split('.')[0];
			expect(named?.[editions.indexOf(edition)]).toBe(`${versionCli} on Node ${major}`);
		});

		test('has all three nodes, the tool, and both credentials', async () => {
			const credentials = await environment.editor.credentialTypes(/^payments/);
			expect(types.map(({ displayName }) => displayName).sort()).toEqual([
				'Payments',
				'Payments Poll Trigger',
				'Payments Tool',
				'Payments Trigger',
			]);
			expect(credentials.map(({ displayName }) => displayName).sort()).toEqual([
				'HitPay Payments API',
				'HitPay Payments App OAuth2 API',
			]);
		});

		test('has the fields of the output of each operation before it has run', async () => {
			const { url } = environment.editor;
			for (const [resource, operation] of [
				['charge', 'getAll'],
				['refund', 'create'],
			]) {
				const file = `${PACKAGE}.payments/1.0.0/${resource}/${operation}.json`;
				const response = await fetch(`${url}/schemas/${file}`);
				const schema = (await response.json()) as { properties: IDataObject };
				expect(schema.properties.id).toEqual({ type: 'string' });
			}
		});

		test('tests the API key of a credential', async () => {
			const { editor, simulator, account } = environment;
			const data = { environment: 'custom', apiUrl: simulator.url };
			const answerTo = (apiKey: string) =>
				editor.testCredential(account, 'Payments account', 'paymentsApi', { ...data, apiKey });
			expect(await answerTo(simulator.apiKey)).toMatchObject({ status: 'OK' });
			expect(await answerTo('wrong')).toMatchObject({ status: 'Error' });
		});

		test('connects an OAuth2 credential through the consent page', async () => {
			const { editor, simulator } = environment;
			const { clientId, clientSecret } = simulator.oauthApp;
			simulator.approveScope('business:delete');
			oAuth2 = await editor.createCredential('Payments account (OAuth2)', 'paymentsOAuth2Api', {
				environment: 'custom',
				apiUrl: simulator.url,
				dashboardUrl: simulator.url,
				clientId,
				clientSecret,
				scope: 'business:read business:delete payments',
			});
			await editor.connect(oAuth2, authorize);
		});

		test('calls an endpoint without an operation by the HTTP Request node, with either credential', async () => {
			const { editor, simulator, account } = environment;
			for (const [type, id] of [
				['paymentsApi', account],
				['paymentsOAuth2Api', oAuth2],
			] as const) {
				const call = async (host: string) => {
					const url = Object.assign(new URL('/v1/webhook-events', simulator.url), { host });
					return await editor.run(await editor.importWorkflow(customCall(type, id, url)));
				};
				const { host, port } = new URL(simulator.url);
				expect(itemsOf(await call(host), 'Call')).toMatchObject([{ statusCode: 200, body: [] }]);
				const { length } = simulator.requests;
				const { data } = await call(`localhost:${port}`);
				// Of n8n, or of the credential.
				const refusal = /^(Domain not allowed|The API key is only sent to)/;
				expect(data.resultData.error?.message).toMatch(refusal);
				expect(simulator.requests).toHaveLength(length);
			}
		});

		test('opens a saved workflow without issues or losses', async () => {
			const { editor, account } = environment;
			const saved = JSON.parse(await readFile(fixtureFile, 'utf8')) as IWorkflowBase;
			for (const { credentials } of saved.nodes) {
				if (credentials?.paymentsApi) credentials.paymentsApi.id = account;
				if (credentials?.paymentsOAuth2Api) credentials.paymentsOAuth2Api.id = oAuth2;
			}
			workflow = await editor.importWorkflow(saved);

			const { nodes } = await editor.open(workflow.id);
			const ours = nodes.filter(isOurs);
			expect(offered()).toEqual(expect.arrayContaining(usedBy(ours)));
			for (const node of ours) {
				const type = types.find(({ name }) => name === node.type)!;
				expect(complaintsOf(node, type), node.name).toBeNull();
				expect(asSaved(node, type), node.name).toEqual(node.parameters);
			}
		});

		test('offers the locations of the account to choose from', async () => {
			const { editor, simulator } = environment;
			const node = workflow.nodes.find(({ name }) => name === 'Delete a location')!;
			// In the editor, nodes include default values.
			node.parameters = { authentication: 'apiKey', ...node.parameters };
			const { results } = await editor.choices(node, 'locationId', 'searchLocations');
			const [first] = results;
			const { locations } = simulator.records;
			expect(locations.map(({ id }) => id)).toContain(first?.value);
			expect(first?.name).toContain(locations.find(({ id }) => id === first?.value)?.name);
		});

		test('runs it: lists are complete, and a refund is made once', async () => {
			const { editor, simulator } = environment;
			const { charges, refunds, payouts, locations, paymentRequests, plans, staticQrs } =
				simulator.records;
			const before = { refunds: refunds.length, locations: locations.length };
			const allPayouts = payouts.map(({ id }) => id);

			const execution = await editor.run(workflow);
			expect(execution.data.resultData.error?.message).toBeUndefined();
			expect(execution.status).toBe('success');
			const ids = (node: string) => itemsOf(execution, node).map(({ id }) => id);
			expect(ids('All charges')).toEqual(charges.map(({ id }) => id));
			expect(ids('All charges')).toHaveLength(1000);
			expect(ids('Payouts')).toEqual(allPayouts);
			expect(ids('Locations')).toHaveLength(before.locations);
			const [problem, ...more] = itemsOf(execution, 'Charge of somebody else');
			expect(more).toEqual([]);
			expect(problem?.details).toMatch(/^Check the ID/);
			expect(itemsOf(execution, 'Business')).toMatchObject([{ currency: 'sgd' }]);

			expect(refunds.length - before.refunds).toBe(1);
			const [refund] = itemsOf(execution, 'Refund');
			expect(ids('Refund it')).toEqual([refund?.id]);
			expect(ids('Charge')).toEqual([refund?.payment_id]);
			expect(charges.find(({ id }) => id === refund?.payment_id)?.status).toBe('refunded');

			expect(itemsOf(execution, 'Look at it')).toMatchObject([{ amount: 30 }]);
			expect(ids('Find it')).toEqual(ids('Payment request'));
			expect(itemsOf(execution, 'Take it back')).toMatchObject([{ deleted: true }]);
			expect(paymentRequests.map(({ id }) => id)).not.toContain(ids('Payment request')[0]);
			expect(before.locations - locations.length).toBe(1);

			const [plan] = itemsOf(execution, 'Plan');
			expect(plan).toMatchObject({ name: 'Gym membership', cycle_in_words: 'Every 2 weeks' });
			expect(itemsOf(execution, 'Look at the plan')).toEqual([plan]);
			const changedPlan = {
				id: plan?.id,
				amount: 59.9,
				cycle_in_words: 'Every 3 weeks',
				reference: 'GYM-2026',
			};
			expect(itemsOf(execution, 'Change the plan')).toMatchObject([changedPlan]);
			expect(itemsOf(execution, 'Plans')).toMatchObject([changedPlan]);
			expect(itemsOf(execution, 'Take the plan back')).toMatchObject([{ deleted: true }]);
			expect(plans).toEqual([]);

			const [code] = itemsOf(execution, 'Static QR');
			expect(code).toMatchObject({ name: 'Counter 1', amount: 12.5 });
			const binary = outputOf(execution, 'Static QR')[0]?.binary;
			expect(binary).toMatchObject({ data: { mimeType: 'image/png' } });
			expect(itemsOf(execution, 'Look at the code')).toEqual([code]);
			const changedCode = { id: code?.id, amount: 15, name: 'Counter 1, changed' };
			expect(itemsOf(execution, 'Change the code')).toMatchObject([changedCode]);
			expect(itemsOf(execution, 'Codes')).toMatchObject([changedCode]);
			expect(itemsOf(execution, 'Take the code back')).toMatchObject([{ deleted: true }]);
			expect(staticQrs).toEqual([]);
		});

		test('runs it despite failures: retries, and still refunds once', async () => {
			const { editor, simulator } = environment;
			const { refunds } = simulator.records;
			const before = refunds.length;
			simulator.fault({ path: '/v1/info', status: 429 });
			simulator.fault({ path: '/v1/charges', status: 503 });
			simulator.fault({ path: '/v1/payouts', cut: 'before' });
			simulator.fault({ method: 'POST', path: '/v1/refund', status: 429 });
			// The outcome of this one is unknown at first.
			simulator.fault({ method: 'POST', path: '/v1/payment-requests', cut: 'after' });
			const asked = simulator.requests.length;

			const execution = await editor.run(workflow);
			expect(execution.data.resultData.error?.message).toBeUndefined();
			expect(refunds.length - before).toBe(1);
			const [request] = itemsOf(execution, 'Payment request');
			expect(itemsOf(execution, 'Find it')).toMatchObject([{ id: request?.id }]);
			const hit = simulator.requests.slice(asked).filter(({ fault }) => fault);
			expect(hit).toHaveLength(5);
		});

		test('runs the other operations: a customer is created, and charged, once', async () => {
			const { account, editor, simulator } = environment;
			const { customers, charges, invoices, products } = simulator.records;
			const before = { customers: customers.length, products: products.length };
			const { id } = simulator.addSubscription();
			const paid = simulator.records.payouts.find(({ status }) => status === 'paid')!;
			const refunded = charges.find(({ status }) => status === 'refunded')!;
			const url = 'https://old-n8n.example.com/webhook';
			simulator.addWebhookEndpoint({ name: 'Old n8n', url, event_types: ['payout.created'] });
			// The outcome of both is unknown at first.
			simulator.fault({ method: 'POST', path: '/v1/customers', cut: 'after' });
			simulator.fault({ method: 'POST', path: `/v1/charge/recurring-billing/${id}`, cut: 'after' });

			const business = await editor.importWorkflow(
				wholeBusiness(account, {
					chargeId: refunded.id,
					subscriptionId: id,
					payoutId: paid.id,
				}),
			);
			const ours = business.nodes.filter(isOurs);
			// Those that wait for a payment: wait.spec.mts.
			const isOperation = (one: string) =>
				one.includes(': ') && !/: (wait|createAndWait)$/.test(one);
			const used = [...usedBy(workflow.nodes.filter(isOurs)), ...usedBy(ours)];
			expect(used.filter(isOperation).sort()).toEqual(offered().filter(isOperation));
			const execution = await editor.run(business);
			expect(execution.data.resultData.error?.message).toBeUndefined();
			expect(execution.status).toBe('success');

			const [customer] = itemsOf(execution, 'Customer');
			expect(itemsOf(execution, 'Same customer')).toMatchObject([{ id: customer?.id }]);
			expect(itemsOf(execution, 'Look at the customer')).toMatchObject([{ name: 'Ann Lee' }]);
			expect(itemsOf(execution, 'Customers')).toMatchObject([{ id: customer?.id }]);
			expect(itemsOf(execution, 'Take the customer back')).toMatchObject([{ deleted: true }]);
			expect(customers).toHaveLength(before.customers);
			const [invoice] = itemsOf(execution, 'Invoice');
			expect(itemsOf(execution, 'Look at the invoice')).toMatchObject([
				{ id: invoice?.id, amount: 30, status: 'sent' },
			]);
			expect(invoices.filter((one) => one.id === invoice?.id)).toEqual([]);
			const charged = itemsOf(execution, 'Charge');
			expect(charged).toMatchObject([{ amount: 12.5, status: 'succeeded' }]);
			expect(charges.filter((one) => one.id === charged[0]?.payment_id)).toHaveLength(1);
			expect(itemsOf(execution, 'Charges of the subscription')).toMatchObject([
				{ id: charged[0]?.payment_id },
			]);
			expect(itemsOf(execution, 'Cancel the subscription')).toMatchObject([{ status: 'canceled' }]);
			const [product] = itemsOf(execution, 'New product');
			expect(itemsOf(execution, 'Delete the product')).toMatchObject([{ id: product?.id }]);
			expect(products).toHaveLength(before.products);
			expect(itemsOf(execution, 'Reconcile').at(-1)).toMatchObject({
				line: 'difference',
				net: 0,
			});
			expect(simulator.webhookEndpoints.filter((one) => one.url === url)).toEqual([]);
			for (const { name } of ours) {
				expect(itemsOf(execution, name).length, name).toBeGreaterThan(0);
			}
		});

		test('shows the message of a rejected request', async () => {
			const { editor, simulator } = environment;
			simulator.fault({
				path: '/v1/info',
				status: 403,
				body: { message: 'This account is under review.' },
			});
			const { data, status } = await editor.run(workflow);
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toBe('This account is under review.');
			expect(data.resultData.error?.description).toContain(
				"'Scope' in the credential needs business:read",
			);
		});

		test('publishes it: a payment on the checkout page starts it once', async () => {
			const { editor, simulator } = environment;
			await editor.publish(workflow);
			const request = await callWebhook(editor.url, 'order', {});
			const before = simulator.requests.length;
			await payOnPage(request.url as string);
			await simulator.idle();

			const started = await startedBy('Payments Trigger');
			expect(started).toHaveLength(1);
			const [paid, ...more] = itemsOf(started[0]!, 'Paid');
			expect(more).toEqual([]);
			expect(paid).toMatchObject({ event: 'payment.completed', payment_request_id: request.id });
			// It was verified by its signature: no charge was looked up but the included one. Links may still
			// be registered, and poll triggers list the charges while the workflow is published.
			const lookups = simulator.requests.slice(before).map(({ path }) => path);
			const included = `/v1/charges/${paid?.payment_id as string}`;
			expect(lookups.filter((one) => one.startsWith('/v1/charges/'))).toEqual([included]);
		});

		test('rejects a forged notification', async () => {
			expect(await sendForged(environment.editor.url)).toBe(401);
			expect(await startedBy('Payments Trigger')).toHaveLength(1);
		});

		test('starts on a payment by the payment link', async () => {
			const { simulator } = environment;
			const link = ownLink();
			expect(link).toMatchObject({ amount: '12.50', purpose: 'Workshop on 1 March' });
			await payOnPage(link!.url);
			await simulator.idle();
			const started = await startedBy('Payment link');
			expect(started.map((execution) => itemsOf(execution, 'Paid by link'))).toMatchObject([
				[{ event: 'payment.completed', amount: 12.5 }],
			]);
		});

		test('starts on an event of the account', async () => {
			const { simulator } = environment;
			simulator.addPayout();
			await simulator.idle();
			const started = await startedBy('Account');
			expect(started.map((execution) => itemsOf(execution, 'Something happened'))).toMatchObject([
				[{ event: 'payout.created' }],
			]);
			// This trigger responds when the workflow has finished.
			expect(simulator.deliveries.at(-1)).toMatchObject({ event: 'payout.created', status: 200 });
		});

		test('has started once for each of them', async () => {
			const all = await ended();
			for (const trigger of ['Payments Trigger', 'Payment link', 'Account']) {
				expect(all.filter(startsAt(trigger)), trigger).toHaveLength(1);
			}
		});

		test('unpublishes it, and removes its webhook endpoint and payment link', async () => {
			const { editor, simulator } = environment;
			expect(simulator.webhookEndpoints).toHaveLength(1);
			await editor.unpublish(workflow);
			await expect.poll(() => simulator.webhookEndpoints).toHaveLength(0);
			await expect.poll(ownLink).toBeUndefined();
		});

		/** Returns all operations of all resources, and the modes and events of the triggers. */
		function offered(): string[] {
			const typeOf = (name: string) => types.find((one) => one.name === `${PACKAGE}.${name}`)!;
			const operations = everyOperation(typeOf('payments')).map(({ parameters }) =>
				choiceOf(parameters),
			);
			const modes = optionsOf(typeOf('paymentsTrigger').properties, 'mode');
			const events = optionsOf(typeOf('paymentsPollTrigger').properties, 'event');
			return [...operations, ...[...modes, ...events].map(({ value }) => value)].sort();
		}

		/** Returns those that nodes use. */
		function usedBy(nodes: INode[]): string[] {
			const used = nodes.map((node) =>
				choiceOf(
					inFull(
						node,
						types.find(({ name }) => name === node.type)!,
					)!,
				),
			);
			return [...new Set(used)].sort();
		}

		/** Finds the payment request of the payment link by its reference number. */
		function ownLink() {
			const { paymentRequests } = environment.simulator.records;
			return paymentRequests.find((one) => one.reference_number?.includes(`n8n:${workflow.id}`));
		}

		/** Waits for an execution of a trigger, and returns all of them. */
		async function startedBy(trigger: string): Promise<Execution[]> {
			let found: Execution[] = [];
			// n8n 2.0 responds to the notification before it stores the execution.
			await expect(async () => {
				found = (await ended()).filter(startsAt(trigger));
				expect(found).not.toEqual([]);
			}).toPass({ timeout: 60_000 });
			return found;
		}

		/** Waits for the end of all executions and returns them. */
		async function ended(): Promise<Execution[]> {
			const started = await environment.editor.started(workflow);
			return await Promise.all(started.map((id) => environment.editor.end(id)));
		}
	});
}

/** A workflow with a custom API call. */
function customCall(type: string, id: string, url: URL) {
	const parameters = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: type,
		url: url.href,
		options: { response: { response: { fullResponse: true } } },
	};
	const credentials = { [type]: { id, name: 'Payments account' } };
	return {
		name: 'Custom API call',
		...chain(
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Call', 'n8n-nodes-base.httpRequest', 4.2, parameters, { credentials }),
		),
	};
}

/** Returns whether a node is of this package. */
function isOurs({ type }: INode) {
	return type.startsWith(`${PACKAGE}.`);
}

/** Returns a filter for executions that a trigger started. */
function startsAt(trigger: string) {
	return ({ data }: Execution) => trigger in data.resultData.runData;
}

/** Returns the operation, mode or event of a node. */
function choiceOf(parameters: INodeParameters): string {
	const { resource, operation, mode, event } = parameters as Record<string, string>;
	return mode ?? event ?? [resource, operation].join(': ');
}

/** Returns the JSON output of a node. */
function itemsOf(execution: Execution, node: string) {
	return outputOf(execution, node).map(({ json }) => json);
}
