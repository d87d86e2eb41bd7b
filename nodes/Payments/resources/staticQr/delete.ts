import * as field from '../fields';
import * as operation from '../operation';
import { staticQrRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete a static QR code',
	description: 'Permanently remove a code, which customers can no longer pay with',
	url: '/v1/static_qr/{static_qr_id}',
	record: staticQrRecord,
	parameters: {
		static_qr_id: field.staticQr(),
	},
});
