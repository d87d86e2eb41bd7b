import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../simulator';

/**
 * The part of docs/resources that is written by hand: the input of one operation. The node and the simulator produce
 * its output.
 */
export interface Example {
	/** The values of the form; where a record is chosen, its ID. */
	parameters: INodeParameters;
	/** The input item. */
	item?: IDataObject;
	/** Makes the records of others. */
	given?: (simulator: Simulator) => void;
	/** Or the operation before it, whose first item (or the first one that `fits`) is the input. */
	after?: string;
	fits?: (record: IDataObject) => boolean;
	/** The act of the customer in between. */
	meanwhile?: (simulator: Simulator, record: IDataObject) => void;
	/** The act of the customer while the execution waits. */
	whileWaiting?: Example['meanwhile'];
}

/** The customer pays. */
const pay: Example['meanwhile'] = (simulator, { id }) => {
	simulator.pay(id as string);
};

/** The customer saves a card. */
const saveCard: Example['meanwhile'] = (simulator, { id }) => {
	simulator.attachMethod(id as string);
};

/** Two sentences at most, by resource. */
export const about: Record<string, string> = {
	Balance: 'The balances of the account at HitPay, and the transactions that changed them.',
	Beneficiary: 'A person or a company that receives transfers, such as a supplier.',
	Charge: 'A payment of a customer. Customers create charges by paying; this node never does.',
	Customer: 'A person or a company that pays the business.',
	Info: 'The business that the credential belongs to. Use it first to check which business is connected.',
	Invoice: 'A bill for an amount or for products, with a page on which the customer pays it.',
	Location: 'A place where the business accepts payments.',
	Order: 'What a customer ordered in the online store or at a point of sale.',
	'Payment Request':
		'A checkout page on which a customer pays a certain amount. Each payment creates a charge.',
	Payout: "A settlement of the business's balance to its bank account. HitPay creates payouts.",
	Plan: 'A subscription plan: how much subscribers are charged, and how often.',
	Product: 'What the business sells, with its price and its stock.',
	'Product Category': 'A group of products, such as drinks.',
	Reader: 'A terminal at the counter, at which customers pay by card.',
	Refund:
		'A payment returned to the customer, in full or in part. Each refund is made at most once.',
	Staff: 'The people who work for the business.',
	'Static QR': 'A fixed QR code that customers scan to pay, such as one at a counter.',
	Transfer: 'Money that the business sends to a beneficiary. Each transfer is made at most once.',
	'Virtual Account':
		'A bank account number to which customers transfer money. The business has one for each payment method of its provider.',
	'Webhook Endpoint':
		'A URL that HitPay notifies of events of the account. A Payments Trigger creates its own.',
	Subscription:
		'What a customer is charged regularly, or whenever you want by a saved payment method. Each charge is made at most once.',
};

/** Payments Triggers of this n8n and of an earlier one are published, and so is a shop. */
const registerEndpoints: Example['given'] = (simulator) => {
	// No example changes a transfer: nothing is delivered to these hosts.
	const event_types = ['transfer.created', 'transfer.updated'];
	for (const [name, host] of [
		['n8n:Vx3LkPqT9aYd:2f6a9c1e:77aa01c4be92', 'old-n8n.example.com'],
		['n8n:Vx3LkPqT9aYd:2f6a9c1e:0d5b7c9e1f3a', 'n8n.example.com'],
		['Online shop', 'shop.example.com'],
	] as const) {
		simulator.addWebhookEndpoint({ name, url: `https://${host}/webhook`, event_types });
	}
};

/** By operation, as the editor calls it; every one needs an example. */
export const examples: Record<string, Example> = {
	'Balance: Get Many': { parameters: {} },
	'Balance: Get Transactions': {
		after: 'Payout: Get Many',
		parameters: { provider: 'adyen', limit: 3, filters: { payoutId: '={{ $json.id }}' } },
	},
	'Beneficiary: Create': {
		parameters: {
			country: 'sg',
			currency: 'SGD',
			holderType: 'company',
			holderName: 'Paper Lantern Pte Ltd',
			accountDetails: {
				mappingMode: 'defineBelow',
				value: {
					transfer_type: 'local',
					bank_swift_code: 'STRASGSGXXX',
					account_number: '0729876543',
					nickname: 'Packaging',
				},
			},
		},
	},
	'Beneficiary: Delete': {
		after: 'Beneficiary: Get Many',
		parameters: { beneficiaryId: '={{ $json.id }}' },
	},
	'Beneficiary: Get': {
		after: 'Beneficiary: Get Many',
		parameters: { beneficiaryId: '={{ $json.id }}' },
	},
	'Beneficiary: Get Many': { parameters: { limit: 2, filters: { search: 'Pte Ltd' } } },
	'Beneficiary: Update': {
		after: 'Beneficiary: Get Many',
		parameters: {
			beneficiaryId: '={{ $json.id }}',
			updateFields: { nickname: 'Flour', remark: 'Pays within 14 days' },
		},
	},
	'Charge: Get': { after: 'Charge: Get Many', parameters: { chargeId: '={{ $json.id }}' } },
	'Charge: Get Many': {
		parameters: {
			limit: 2,
			filters: { createdFrom: '2026-02-01T00:00:00', statuses: ['succeeded'] },
			options: { calendarDay: true },
		},
	},
	'Charge: Print Receipt': {
		after: 'Charge: Get Many',
		parameters: { chargeId: '={{ $json.id }}', terminalId: 'tmr_123123001' },
	},
	'Customer: Create': {
		parameters: {
			email: 'ann@example.com',
			additionalFields: { name: 'Ann Tan', phoneCountryCode: '65', phoneNumber: '91234567' },
		},
	},
	'Customer: Create or Update': {
		// The customer of the example before: with a second one of this email, it would be refused.
		item: { email: 'ann@example.com', name: 'Ann Tan', phone: '91234567' },
		parameters: {
			email: '={{ $json.email }}',
			additionalFields: { name: '={{ $json.name }}', phoneNumber: '={{ $json.phone }}' },
		},
	},
	'Customer: Delete': {
		after: 'Customer: Create',
		parameters: { customerId: '={{ $json.id }}' },
	},
	'Customer: Get': { after: 'Customer: Create', parameters: { customerId: '={{ $json.id }}' } },
	'Customer: Get Many': { parameters: { limit: 2, filters: { search: 'tan' } } },
	'Customer: Update': {
		after: 'Customer: Create',
		parameters: { customerId: '={{ $json.id }}', updateFields: { name: 'Ann Lim' } },
	},
	'Info: Get': { parameters: {} },
	'Info: Get Account Status': { parameters: {} },
	'Invoice: Create': {
		item: { order: 'ORD-1042', total: 120, name: 'Ann Tan', email: 'ann@example.com' },
		parameters: {
			customerName: '={{ $json.name }}',
			customerEmail: '={{ $json.email }}',
			invoiceDate: '2026-03-01',
			amount: '={{ $json.total }}',
			currency: 'SGD',
			additionalFields: {
				dueDate: '2026-03-31',
				partialPayments: {
					payments: [
						{ amount: 40, due_date: '2026-03-15' },
						{ amount: 80, due_date: '2026-03-31' },
					],
				},
				reference: '={{ $json.order }}',
			},
		},
	},
	'Invoice: Delete': { after: 'Invoice: Create', parameters: { invoiceId: '={{ $json.id }}' } },
	'Invoice: Get': { after: 'Invoice: Create', parameters: { invoiceId: '={{ $json.id }}' } },
	'Invoice: Get Many': {
		after: 'Invoice: Create',
		parameters: { limit: 5, filters: { customerEmail: '={{ $json.customer_email }}' } },
	},
	'Invoice: Send': { after: 'Invoice: Create', parameters: { invoiceId: '={{ $json.id }}' } },
	'Invoice: Update': {
		after: 'Invoice: Create',
		parameters: { invoiceId: '={{ $json.id }}', updateFields: { memo: 'Agreed by phone' } },
	},
	'Location: Delete': {
		after: 'Location: Get Many',
		fits: ({ active }) => active === false,
		parameters: { locationId: '={{ $json.id }}' },
	},
	'Location: Get Many': { parameters: { limit: 5 } },
	'Order: Create': {
		parameters: { amount: 25.5, currency: 'SGD', additionalFields: { remark: 'Table 7' } },
	},
	'Order: Delete': { after: 'Order: Get Many', parameters: { orderId: '={{ $json.id }}' } },
	'Order: Get': { after: 'Order: Get Many', parameters: { orderId: '={{ $json.id }}' } },
	'Order: Get Many': {
		parameters: {
			limit: 2,
			filters: { createdFrom: '2026-02-01T00:00:00', statuses: ['completed'] },
		},
	},
	'Order: Update': {
		after: 'Order: Get Many',
		parameters: { orderId: '={{ $json.id }}', updateFields: { remark: 'Table 8' } },
	},
	'Payment Request: Create': {
		item: { order: 'ORD-1042', total: 25.5, customer: 'ann@example.com' },
		parameters: {
			amount: '={{ $json.total }}',
			currency: 'SGD',
			additionalFields: {
				email: '={{ $json.customer }}',
				expiresAfter: '2 days',
				paymentMethods: ['paynow_online', 'card'],
				referenceNumber: '={{ $json.order }}',
			},
		},
	},
	'Payment Request: Create and Wait for Payment': {
		item: { order: 'ORD-1042', total: 25.5, customer: 'ann@example.com' },
		parameters: {
			amount: '={{ $json.total }}',
			currency: 'SGD',
			email: '={{ $json.customer }}',
			waitAtMost: '2 days',
			additionalFields: { referenceNumber: '={{ $json.order }}' },
		},
		whileWaiting: pay,
	},
	'Payment Request: Delete': {
		after: 'Payment Request: Create',
		parameters: { paymentRequestId: '={{ $json.id }}' },
	},
	'Payment Request: Get': {
		after: 'Payment Request: Create',
		parameters: { paymentRequestId: '={{ $json.id }}' },
	},
	'Payment Request: Get Many': {
		after: 'Payment Request: Create',
		parameters: { filters: { search: 'ORD-1042' } },
	},
	'Payment Request: Update': {
		after: 'Payment Request: Create',
		parameters: {
			paymentRequestId: '={{ $json.id }}',
			updateFields: { amount: 22.95, purpose: 'Ten percent less' },
		},
	},
	'Payment Request: Wait for Payment': {
		after: 'Payment Request: Create',
		meanwhile: pay,
		parameters: { paymentRequestId: '={{ $json.id }}' },
	},
	'Payout: Get Many': { parameters: { limit: 2, filters: { status: 'paid' } } },
	'Payout: Reconcile': {
		after: 'Balance: Get Transactions',
		parameters: { payoutId: '={{ $json.payout_id }}', provider: 'adyen' },
	},
	'Plan: Create': {
		parameters: {
			name: 'Gym membership',
			amount: 49,
			cycle: 'monthly',
			additionalFields: { currency: 'SGD', reference: 'GYM-2026', timesToBeCharged: 12 },
		},
	},
	'Plan: Delete': { after: 'Plan: Create', parameters: { planId: '={{ $json.id }}' } },
	'Plan: Get': { after: 'Plan: Create', parameters: { planId: '={{ $json.id }}' } },
	'Plan: Get Many': { after: 'Plan: Create', parameters: { returnAll: true } },
	'Plan: Update': {
		after: 'Plan: Create',
		parameters: {
			planId: '={{ $json.id }}',
			updateFields: { amount: 98, cycle: 'custom', cycleFrequency: 'month', cycleRepeat: 2 },
		},
	},
	'Product: Create': {
		item: { sku: 'SHIRT', name: 'Linen shirt', price: 45 },
		parameters: {
			name: '={{ $json.name }}',
			price: '={{ $json.price }}',
			additionalFields: {
				currency: 'SGD',
				channels: ['online_store', 'pos'],
				publish: false,
				variations: {
					variations: [
						{ variation_value_1: 'Medium', price: 45, quantity: 12 },
						{ variation_value_1: 'Large', price: 47.5, quantity: 3 },
					],
				},
			},
		},
	},
	'Product: Delete': {
		after: 'Product: Get Many',
		parameters: { productId: '={{ $json.id }}' },
	},
	'Product: Get': { after: 'Product: Get Many', parameters: { productId: '={{ $json.id }}' } },
	'Product: Get Many': {
		parameters: { limit: 2, filters: { inventory: ['in_stock'], statuses: ['published'] } },
	},
	'Product: Update': {
		after: 'Product: Get Many',
		parameters: {
			productId: '={{ $json.id }}',
			updateFields: { price: 42.5, publish: true },
		},
	},
	'Product Category: Get Many': { parameters: { limit: 3, filters: { active: true } } },
	'Reader: Cancel Payment': {
		after: 'Reader: Get Many',
		parameters: { readerId: '={{ $json.terminal_id }}' },
	},
	'Reader: Get Many': { parameters: { limit: 2 } },
	'Refund: Create': {
		after: 'Charge: Get Many',
		fits: ({ amount }) => Number(amount) >= 5,
		parameters: { paymentId: '={{ $json.id }}', refundKind: 'part', amount: 5 },
	},
	'Refund: Get': { after: 'Refund: Create', parameters: { refundId: '={{ $json.id }}' } },
	'Refund: Get Many': {
		after: 'Refund: Create',
		parameters: { paymentId: '={{ $json.payment_id }}' },
	},
	'Staff: Get': { after: 'Staff: Get Many', parameters: { staffId: '={{ $json.id }}' } },
	'Staff: Get Many': { parameters: { limit: 3 } },
	'Static QR: Create': {
		parameters: {
			name: 'Counter 1',
			paymentMethod: 'paynow_online',
			qrPicture: 'png',
			additionalFields: { amount: 8.5, currency: 'SGD' },
		},
	},
	'Static QR: Delete': {
		after: 'Static QR: Create',
		parameters: { staticQrId: '={{ $json.id }}' },
	},
	'Static QR: Get': { after: 'Static QR: Create', parameters: { staticQrId: '={{ $json.id }}' } },
	'Static QR: Get Many': { after: 'Static QR: Create', parameters: { returnAll: true } },
	'Static QR: Update': {
		after: 'Static QR: Create',
		parameters: { staticQrId: '={{ $json.id }}', updateFields: { name: 'Counter 2' } },
	},
	'Transfer: Create': {
		after: 'Beneficiary: Get Many',
		parameters: { beneficiaryId: '={{ $json.id }}', sourceCurrency: 'SGD', paymentAmount: 840.5 },
	},
	'Transfer: Estimate': {
		after: 'Beneficiary: Get Many',
		parameters: { beneficiaryId: '={{ $json.id }}', sourceCurrency: 'SGD', paymentAmount: 840.5 },
	},
	'Transfer: Get': { after: 'Transfer: Get Many', parameters: { transferId: '={{ $json.id }}' } },
	'Transfer: Get Many': { parameters: { limit: 2, filters: { status: 'paid' } } },
	'Subscription: Cancel': {
		after: 'Subscription: Create',
		parameters: { subscriptionId: '={{ $json.id }}' },
	},
	'Subscription: Charge': {
		after: 'Subscription: Create',
		meanwhile: saveCard,
		parameters: { subscriptionId: '={{ $json.id }}', amount: 49, currency: 'SGD' },
	},
	'Subscription: Create': {
		item: { member: 'MEMBER-1042', email: 'ann@example.com' },
		parameters: {
			kind: 'terms',
			name: 'Gym membership',
			amount: 49,
			currency: 'SGD',
			customerEmail: '={{ $json.email }}',
			startDate: '2026-04-01T00:00:00',
			additionalFields: { reference: '={{ $json.member }}' },
		},
	},
	'Subscription: Get': {
		after: 'Subscription: Create',
		parameters: { subscriptionId: '={{ $json.id }}' },
	},
	'Subscription: Get Charges': {
		after: 'Subscription: Charge',
		parameters: { subscriptionId: '={{ $json.recurring_billing_id }}' },
	},
	'Subscription: Get Many': {
		after: 'Subscription: Create',
		meanwhile: saveCard,
		parameters: { filters: { customerEmail: 'ann@example.com' } },
	},
	'Subscription: Update': {
		after: 'Subscription: Create',
		parameters: { subscriptionId: '={{ $json.id }}', updateFields: { amount: 59 } },
	},
	'Virtual Account: Create': { parameters: {} },
	'Virtual Account: Get': {
		after: 'Virtual Account: Create',
		parameters: { virtualAccountId: '={{ $json.id }}' },
	},
	'Virtual Account: Get Many': { after: 'Virtual Account: Create', parameters: { limit: 5 } },
	'Webhook Endpoint: Delete': {
		after: 'Webhook Endpoint: Get Many',
		parameters: { webhookEndpointId: '={{ $json.id }}' },
	},
	'Webhook Endpoint: Get Many': { given: registerEndpoints, parameters: {} },
};
