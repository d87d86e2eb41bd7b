import type { INodePropertyOptions } from 'n8n-workflow';

import { hints } from '../../shared/messages/hints';
import { methodOptions } from '../../shared/paymentMethods';
import { texts } from '../../validation/rules';
import { choices } from './values';

/** How the customer may pay. HitPay may extend the list. */
export function paymentMethods(options: INodePropertyOptions[] = methodOptions) {
	const description =
		'How the customer may pay. For another method, enter its code with an expression.';
	return choices('Payment Methods', description, options, { rule: texts(hints.someMethod) });
}
