import type { IDataObject } from 'n8n-workflow';

import type { RequestData } from '../../run/context';

/** Returns whether a request asks the Payments API to send an email or a text message. */
export function sendsMessage({ body }: RequestData['options']): boolean {
	const { send_email, send_sms } = (body ?? {}) as IDataObject;
	return [send_email, send_sms].some((value) => [1, '1', true, 'true'].includes(value as never));
}
