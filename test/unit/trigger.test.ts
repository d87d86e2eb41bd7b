import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node';
import { PaymentsPollTrigger } from '../../nodes/Payments/PaymentsPollTrigger.node';
import { PaymentsTrigger } from '../../nodes/Payments/PaymentsTrigger.node';
import { triggerPanel } from '../../nodes/Payments/webhook/panel';
import { endpoint } from '../../nodes/Payments/webhook/registration/endpoint';

/** Returns the parameters that the editor shows. */
function shown(description: INodeTypeDescription, parameters: INodeParameters) {
	const node = { typeVersion: 1 };
	const { properties } = description;
	const values = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		node,
		description,
	)!;
	return properties.filter((one) =>
		NodeHelpers.displayParameter(values, one, node, description, undefined, 'displayOptions'),
	);
}

const trigger = new PaymentsTrigger().description;
const payments = new Payments().description;

test('the trigger can be found as HitPay', () => {
	expect(trigger.description).toContain('HitPay');
});

test('the panel of the trigger has texts of its own: how to try each mode, and where executions are', () => {
	expect(trigger.triggerPanel).toBe(triggerPanel);
	const { header, executionsHelp, activationHint } = triggerPanel;
	expect(header).toContain('HitPay');
	const modes = trigger.properties.find(({ name }) => name === 'mode')!.options!;
	for (const help of Object.values(executionsHelp!)) {
		for (const { name } of modes) expect(help).toContain(`<b>${name}</b>`);
		expect(help).toContain('<a data-key="executions">');
	}
	expect(activationHint).toMatchObject({
		active: expect.stringContaining('published') as string,
		inactive: expect.stringContaining('<a data-key="activate">') as string,
	});
});

test('a payment link is tested in an order that n8n allows: it hides the URL once the trigger waits', () => {
	const notice = shown(trigger, { mode: 'link' }).find(({ name }) => name === 'linkNotice')!;
	const order = /open 'Webhook URLs' and copy the test URL first. Then select 'Execute step'/;
	for (const text of [notice.displayName, ...Object.values(triggerPanel.executionsHelp!)]) {
		expect(text).toMatch(order);
	}
});

test('the notice of a payment link says where a Payments node lists it', () => {
	const notice = shown(trigger, { mode: 'link' }).find(({ name }) => name === 'linkNotice')!;
	expect(notice.displayName).toContain("Payment Request: Get, as 'Link of'");
});

test('the panel of the poll trigger has texts of its own, since n8n calls the samples mock events', () => {
	const { triggerPanel: panel, activationMessage } = new PaymentsPollTrigger().description;
	expect(panel).toMatchObject({
		executionsHelp: {
			active: expect.stringContaining("'Fetch Test Event'") as string,
			inactive: expect.stringContaining("'Fetch Test Event'") as string,
		},
	});
	expect(JSON.stringify(panel)).not.toContain('mock');
	expect(activationMessage).toContain("'Poll Times'");
});

test('what is shown after publishing is true for each source: a Payments node has to name the trigger', () => {
	expect(trigger.activationMessage).toContain("if 'Send Notification To' of their Payments node");
	expect(trigger.activationMessage).not.toContain('now starts');
});

test('no path is preset: it has a visible hint, as that of the Payments node, which is required', () => {
	const path = shown(trigger, { mode: 'requests' }).find(({ name }) => name === 'path')!;
	expect(path.hint).toBe("If empty, the trigger has a path of its own, which 'Webhook URLs' shows");
	expect(path.default).toBe('');
	expect(path).not.toHaveProperty('placeholder');
	const notify = { resource: 'refund', operation: 'create', notify: 'trigger' };
	const triggerPath = shown(payments, notify).find(({ name }) => name === 'triggerPath')!;
	expect(triggerPath.hint).toBe(
		"Paste either URL under 'Webhook URLs' of a trigger that listens to Payment Requests and Refunds",
	);
	expect(triggerPath.placeholder).toMatch(/^e\.g\. https:/);
	expect(triggerPath).toMatchObject({ default: '', required: true });
});

describe.each(['paymentRequest', 'refund'])('under Send Notification To of %s', (resource) => {
	const notices = (parameters: INodeParameters) =>
		shown(payments, { resource, operation: 'create', ...parameters })
			.filter(({ type, name }) => type === 'notice' && name.endsWith('UrlNotice'))
			.map(({ displayName }) => displayName);

	test.each([
		['test', /^If you run this node by hand, the notification goes to the trigger's test URL/],
		['production', /^The notification goes to the trigger's production URL/],
	])('a notice names the URL: %s', (urlInManualRuns, text) => {
		expect(notices({ notify: 'trigger', urlInManualRuns })).toEqual([
			expect.stringMatching(text) as string,
		]);
	});

	test('there is none if no trigger is notified', () => {
		expect([...notices({}), ...notices({ notify: 'url' })]).toEqual([]);
	});
});

test('an endpoint whose events are of another type is updated', () => {
	const desired = { event_types: ['charge.created'] };
	for (const event_types of [[{ toString: 'x' }, 1], 'charge.created', null, {}])
		expect(endpoint.matches({ id: '1', event_types }, desired)).toBe(false);
	expect(endpoint.matches({ id: '1', ...desired }, desired)).toBe(true);
});
