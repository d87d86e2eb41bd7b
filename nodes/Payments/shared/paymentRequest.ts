import { locator } from './locator';
import { uuid } from './rules';

/** One payment request; what it is for is up to the operation. */
export const paymentRequestField = locator({
	displayName: 'Payment Request',
	name: 'paymentRequestId',
	placeholder: 'Select a payment request...',
	searchListMethod: 'searchPaymentRequests',
});

/** The rule for `paymentRequestField`. */
export const paymentRequestRule = uuid(
	"Choose one from the list, or take 'id' of Payment Request: Create.",
);
