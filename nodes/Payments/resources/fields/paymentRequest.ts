import { hints } from '../../shared/messages/parameters';
import { uuid } from '../../validation/rules';
import { locator } from './resourceLocator';

/** One payment request. The operation describes what it is for. */
export const paymentRequestField = locator({
	displayName: 'Payment Request',
	name: 'paymentRequestId',
	placeholder: 'Select a payment request...',
	searchListMethod: 'searchPaymentRequests',
});

/** The rule for `paymentRequestField`. */
export const paymentRequestRule = uuid(hints.paymentRequestId);
