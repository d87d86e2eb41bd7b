import type { IDataObject } from 'n8n-workflow';

import type { RequestData } from '../../run/context';

/** Returns whether a request reaches a customer at once: by an email, a text message, or at a reader. */
export function reachesCustomer({ body }: RequestData['options']): boolean {
	const { send_email, send_sms, wifi_terminal_id } = (body ?? {}) as IDataObject;
	const isOn = (value: unknown) => [1, '1', true, 'true'].includes(value as never);
	return isOn(send_email) || isOn(send_sms) || Boolean(wifi_terminal_id);
}
