import type { IDataObject, INodeParameters } from 'n8n-workflow';

interface Step {
	name: string;
	parameters: INodeParameters;
}

const locator = (value: string) => ({ __rl: true, mode: 'id', value });
const own = locator('={{ $json.id }}');
const first = (node: string) => locator(`={{ $('${node}').first().json.id }}`);

/** The records that the operations need: a subscription that can be charged, a payout that was paid, a charge that was refunded. */
interface Given {
	chargeId: string;
	subscriptionId: string;
	payoutId: string;
}

/** Returns the operations that the other workflow does not have. */
function steps({ chargeId, subscriptionId, payoutId }: Given): Step[] {
	const step = (name: string, resource: string, operation: string, parameters = {}): Step => ({
		name,
		parameters: { resource, operation, ...parameters },
	});
	const invoice = { invoiceDate: '2030-03-01', amount: 30, currency: 'SGD' };
	return [
		step('Customer', 'customer', 'create', { email: 'ann@shop.example' }),
		step('Same customer', 'customer', 'upsert', {
			email: 'ann@shop.example',
			additionalFields: { name: 'Ann Lee' },
		}),
		step('Change the customer', 'customer', 'update', {
			customerId: own,
			updateFields: { remark: 'Prefers PayNow' },
		}),
		step('Look at the customer', 'customer', 'get', { customerId: own }),
		step('Customers', 'customer', 'getAll', { filters: { search: 'ann@shop.example' } }),
		step('Invoice', 'invoice', 'create', { ...invoice, billTo: 'customer', customerId: own }),
		step('Change the invoice', 'invoice', 'update', {
			invoiceId: own,
			updateFields: { memo: 'Thank you' },
		}),
		step('Send the invoice', 'invoice', 'send', { invoiceId: own }),
		step('Look at the invoice', 'invoice', 'get', { invoiceId: own }),
		step('Invoices', 'invoice', 'getAll', { filters: { customerEmail: 'ann@shop.example' } }),
		step('Take the invoice back', 'invoice', 'delete', { invoiceId: own }),
		step('Take the customer back', 'customer', 'delete', { customerId: first('Customer') }),
		step('Subscription', 'subscription', 'create', {
			kind: 'save',
			name: 'Gym',
			amount: 12.5,
			currency: 'SGD',
			customerEmail: 'ann@shop.example',
		}),
		step('Change the subscription', 'subscription', 'update', {
			subscriptionId: own,
			updateFields: { reference: 'GYM-1' },
		}),
		step('Look at the subscription', 'subscription', 'get', { subscriptionId: own }),
		step('Cancel the subscription', 'subscription', 'cancel', { subscriptionId: own }),
		step('Charge', 'subscription', 'charge', {
			subscriptionId: locator(subscriptionId),
			amount: 12.5,
			currency: 'SGD',
		}),
		step('Charges of the subscription', 'subscription', 'getCharges', {
			subscriptionId: locator(subscriptionId),
		}),
		step('Subscriptions', 'subscription', 'getAll'),
		step('Refunds of a charge', 'refund', 'getAll', { paymentId: locator(chargeId) }),
		step('Orders', 'order', 'getAll'),
		step('Order', 'order', 'get', { orderId: own }),
		step('Create an order', 'order', 'create', { amount: 25.5, currency: 'SGD' }),
		step('Change the order', 'order', 'update', {
			orderId: own,
			updateFields: { remark: 'Table 8' },
		}),
		step('Delete the order', 'order', 'delete', { orderId: own }),
		step('Products', 'product', 'getAll'),
		step('Product', 'product', 'get', { productId: own }),
		step('New product', 'product', 'create', {
			name: 'Linen shirt',
			price: 45,
			additionalFields: { publish: false, quantity: 12 },
		}),
		step('Change the product', 'product', 'update', {
			productId: own,
			updateFields: { price: 42.5, publish: true },
		}),
		step('Delete the product', 'product', 'delete', { productId: own }),
		step('Categories', 'productCategory', 'getAll'),
		step('Staff', 'staff', 'getAll'),
		step('Staff member', 'staff', 'get', { staffId: own }),
		step('Readers', 'reader', 'getAll'),
		step('Cancel at the reader', 'reader', 'cancelPayment', {
			readerId: locator('={{ $json.terminal_id }}'),
		}),
		step('Print a receipt', 'charge', 'printReceipt', {
			chargeId: locator(chargeId),
			terminalId: locator('tmr_123123001'),
		}),
		step('Balances', 'balance', 'getAll'),
		step('Transactions', 'balance', 'getTransactions', { provider: locator('adyen') }),
		step('Account status', 'info', 'getAccountStatus'),
		step('Transfers', 'transfer', 'getAll'),
		step('Transfer', 'transfer', 'get', { transferId: own }),
		step('New beneficiary', 'beneficiary', 'create', {
			currency: locator('SGD'),
			holderName: 'Paper Lantern Pte Ltd',
			accountDetails: {
				mappingMode: 'defineBelow',
				value: {
					transfer_type: 'local',
					bank_swift_code: 'STRASGSGXXX',
					account_number: '0729876543',
				},
			},
		}),
		step('Beneficiaries', 'beneficiary', 'getAll'),
		step('Beneficiary', 'beneficiary', 'get', { beneficiaryId: own }),
		step('Cost of a transfer', 'transfer', 'estimate', {
			beneficiaryId: own,
			sourceCurrency: locator('SGD'),
			paymentAmount: 100,
		}),
		step('Transfer to the beneficiary', 'transfer', 'create', {
			beneficiaryId: locator("={{ $('Beneficiary').item.json.id }}"),
			sourceCurrency: locator('SGD'),
			paymentAmount: 100,
			reference: 'INV-205',
		}),
		step('Rename the beneficiary', 'beneficiary', 'update', {
			beneficiaryId: locator("={{ $('Beneficiary').item.json.id }}"),
			updateFields: { nickname: 'Flour' },
		}),
		step('Delete the beneficiary', 'beneficiary', 'delete', { beneficiaryId: own }),
		step('Virtual account', 'virtualAccount', 'create'),
		step('Look at the virtual account', 'virtualAccount', 'get', { virtualAccountId: own }),
		step('Virtual accounts', 'virtualAccount', 'getAll'),
		step('Reconcile', 'payout', 'reconcile', {
			payoutId: locator(payoutId),
			provider: locator('adyen'),
		}),
		step('Webhook endpoints', 'webhookEndpoint', 'getAll'),
		step('Delete the endpoint', 'webhookEndpoint', 'delete', { webhookEndpointId: own }),
	];
}

/**
 * Returns a workflow with one chain of these operations, each executed once.
 *
 * @param account the ID of the credential
 */
export function wholeBusiness(account: string, given: Given): IDataObject {
	const start = 'When clicking ‘Execute workflow’';
	const all = steps(given);
	const names = [start, ...all.map(({ name }) => name)];
	return {
		name: 'The whole business',
		settings: { executionOrder: 'v1' },
		nodes: [
			{
				id: start,
				name: start,
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			...all.map(({ name, parameters }, index) => ({
				id: name,
				name,
				type: 'n8n-nodes-payments.payments',
				typeVersion: 1,
				position: [200 * (index + 1), 0],
				parameters,
				executeOnce: true,
				credentials: { paymentsApi: { id: account, name: 'Payments account' } },
			})),
		],
		connections: Object.fromEntries(
			names
				.slice(0, -1)
				.map((name, index) => [
					name,
					{ main: [[{ node: names[index + 1]!, type: 'main', index: 0 }]] },
				]),
		),
	};
}
