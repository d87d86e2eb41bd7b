import type { Context } from '../../nodes/Payments/transport/types';
import { notifyFields } from '../../nodes/Payments/shared/notify';
import { notifyAddress } from '../../nodes/Payments/webhook/address';

/** A run in production of an n8n that resumes at an address. */
function contextOf(resumeUrl: string) {
	const parameters: Record<string, string> = { notify: 'trigger', triggerPath: '/payments/' };
	return {
		getNodeParameter: (name: string) => parameters[name],
		evaluateExpression: () => resumeUrl,
		getItemIndex: () => 0,
		getMode: () => 'trigger',
		getNode: () => ({ name: 'Payments' }),
	} as unknown as Context;
}

test.each([
	[false, 'https://n8n.example.com/sub/webhook/payments'],
	[true, 'https://n8n.example.com/sub/webhook/payments?event=refund'],
])('the address of a trigger, for a refund: %j', (isRefund, webhook) => {
	const context = contextOf('https://n8n.example.com/sub/webhook-waiting/205?signature=x');
	expect(notifyAddress(isRefund)(context)).toEqual({ webhook });
});

test.each([
	[false, "Set 'Notify' to URL and enter the trigger's production address."],
	[
		true,
		"Set 'Notify' to URL and enter the trigger's production address, with ?event=refund behind it.",
	],
])('an n8n with paths of its own is told what to do, for a refund: %j', (isRefund, description) => {
	const context = contextOf('https://n8n.example.com/later/205');
	const attempt = () => notifyAddress(isRefund)(context);
	expect(attempt).toThrow(expect.objectContaining({ description }) as Error);
});

test("the parameter says how a refund is marked on an address that is typed in, a payment's not", () => {
	const describe = (what: 'the payment' | 'the refund') =>
		notifyFields(what).find(({ name }) => name === 'notifyUrl')?.description;
	expect(describe('the refund')).toContain('?event=refund');
	expect(describe('the payment')).not.toContain('event=refund');
});
