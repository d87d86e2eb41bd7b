import { notifyAddress } from '../../nodes/Payments/resources/notify/webhookUrl';
import type { Context } from '../../nodes/Payments/run/context';

/** A run in production of an n8n that resumes at an address. */
function contextOf(resumeUrl: string) {
	const parameters: Record<string, string> = { notify: 'trigger', triggerPath: '/payments/' };
	return {
		getNodeParameter: (name: string, otherwise: string) => parameters[name] ?? otherwise,
		evaluateExpression: () => resumeUrl,
		getItemIndex: () => 0,
		getMode: () => 'trigger',
		getNode: () => ({ name: 'Payments' }),
	} as unknown as Context;
}

test.each([
	[false, 'https://n8n.example.com/sub/webhook/payments'],
	[true, 'https://n8n.example.com/sub/webhook/payments?event=refund'],
])('the URL of a trigger, for a refund: %j', (isRefund, webhook) => {
	const context = contextOf('https://n8n.example.com/sub/webhook-waiting/205?signature=x');
	expect(notifyAddress(isRefund)(context)).toEqual({ webhook });
});

test.each([
	[
		false,
		"This n8n has custom webhook paths. Set 'Send Notification To' to URL and enter the trigger's production URL.",
	],
	[
		true,
		"This n8n has custom webhook paths. Set 'Send Notification To' to URL and enter the trigger's production URL, followed by ?event=refund.",
	],
])(
	'custom webhook paths stop the item with what to do, for a refund: %j',
	(isRefund, description) => {
		const context = contextOf('https://n8n.example.com/later/205');
		const attempt = () => notifyAddress(isRefund)(context);
		expect(attempt).toThrow(expect.objectContaining({ description }) as Error);
	},
);
