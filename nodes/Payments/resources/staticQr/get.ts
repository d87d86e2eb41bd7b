import { withQrImage } from '../../output/qrImage';
import { qrImageFields } from '../../output/qrImageFields';
import * as field from '../fields';
import * as operation from '../operation';
import { staticQrPicture, staticQrRecord } from './record';

export const get = operation.get({
	action: 'Get a static QR code',
	description: "Retrieve one code with its amount, and with its content in 'qr_value'",
	url: '/v1/static_qr/{static_qr_id}',
	parameters: { static_qr_id: field.staticQr() },
	below: qrImageFields,
	output: staticQrRecord,
	extendOutput: (output) => withQrImage(staticQrPicture, output),
});
