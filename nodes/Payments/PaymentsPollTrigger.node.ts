import {
	NodeConnectionTypes,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { getLocations } from './listSearch/business/locations';
import { execute } from './polling/execute';
import { eventField, fields } from './polling/fields';
import { poll } from './polling/poll';
import { triggerPanel } from './polling/triggerPanel';
import { authenticationField, credentials } from './resources/fields/authentication';

/** The events in sentence case, by their values. */
const subtitles: Record<string, string> = Object.fromEntries<string>(
	(eventField.options as INodePropertyOptions[]).map(({ name, value }) => [
		String(value),
		name[0] + name.slice(1).toLowerCase(),
	]),
);

export class PaymentsPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Payments Poll Trigger',
		name: 'paymentsPollTrigger',
		icon: { light: 'file:../../icons/payments.svg', dark: 'file:../../icons/payments.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${JSON.stringify(subtitles)}[$parameter.event] }}`,
		description:
			'Starts the workflow on new HitPay charges, customers, orders and payouts, and when the status of a charge, an invoice, a subscription or a transfer changes. It polls the Payments API, also for an n8n that HitPay cannot reach. For events that the Payments Trigger has, use that one: it starts without delay.',
		eventTriggerDescription: 'Fetching the newest records',
		activationMessage:
			"The trigger now polls HitPay as often as 'Poll Times' sets. New records and changes show in the executions, not in the editor. Records that exist when it is first published do not start the workflow.",
		triggerPanel,
		defaults: { name: 'Payments Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: [authenticationField, ...fields],
	};

	methods = { loadOptions: { getLocations } };

	poll = poll;

	execute = execute;
}
