import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { getLocations } from './listSearch/locations';
import { fields } from './polling/fields';
import { poll } from './polling/poll';
import { authenticationField, credentials } from './shared/fields/authentication';

export class PaymentsPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Payments Poll Trigger',
		name: 'paymentsPollTrigger',
		icon: { light: 'file:../../icons/payments.svg', dark: 'file:../../icons/payments.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ { chargeStatusChanged: "Charge status changed", newCharge: "New charge", newPayout: "New payout" }[$parameter.event] }}',
		description:
			'Starts the workflow on new HitPay charges, changed charges and new payouts. For payouts, and for an n8n that HitPay cannot reach: it polls the Payments API. Otherwise use the Payments Trigger, which starts without delay.',
		defaults: { name: 'Payments Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: [authenticationField, ...fields],
	};

	methods = { loadOptions: { getLocations } };

	poll = poll;
}
