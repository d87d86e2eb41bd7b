import type { INodeParameters } from 'n8n-workflow';

import { operation } from '../run';
import { ID } from './places';

/* Parameters of operations, each with a few that make it complete. */

/** An expression that returns nothing. */
export const NOTHING = '={{ $json.nothing }}';

export const charges = (filters: INodeParameters) => operation('charge', 'getAll', { filters });
export const orders = (filters: INodeParameters) => operation('order', 'getAll', { filters });
export const payouts = (filters: INodeParameters) => operation('payout', 'getAll', { filters });
export const transactions = (filters: INodeParameters) =>
	operation('balance', 'getTransactions', { provider: 'adyen', filters });
export const customer = (additionalFields: INodeParameters) =>
	operation('customer', 'upsert', { email: 'ann@example.com', additionalFields });
export const paymentRequest = (more: INodeParameters, additionalFields: INodeParameters = {}) =>
	operation('paymentRequest', 'create', { amount: 5, currency: 'SGD', ...more, additionalFields });
export const plan = (more: INodeParameters, additionalFields: INodeParameters = {}) =>
	operation('plan', 'create', { name: 'Gym', amount: 20, ...more, additionalFields });
export const refund = (more: INodeParameters) =>
	operation('refund', 'create', { paymentId: ID, refundKind: 'part', ...more });
export const staticQr = (additionalFields: INodeParameters) =>
	operation('staticQr', 'create', {
		...{ name: 'Counter 1', paymentMethod: 'paynow_online', additionalFields },
	});
export const subscription = (more: INodeParameters, additionalFields: INodeParameters = {}) =>
	operation('subscription', 'create', {
		...{ name: 'Gym', amount: 20, currency: 'SGD', customerEmail: 'ann@example.com' },
		...{ startDate: '2099-01-01', ...more, additionalFields },
	});

export const customerUpdate = (updateFields: INodeParameters) =>
	operation('customer', 'update', { customerId: ID, updateFields });
export const planUpdate = (updateFields: INodeParameters) =>
	operation('plan', 'update', { planId: ID, updateFields });
export const requestUpdate = (updateFields: INodeParameters) =>
	operation('paymentRequest', 'update', { paymentRequestId: ID, updateFields });
export const staticQrUpdate = (updateFields: INodeParameters) =>
	operation('staticQr', 'update', { staticQrId: ID, updateFields });
