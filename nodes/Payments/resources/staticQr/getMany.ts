import { pages } from '../../handlers/lists/list';
import * as operation from '../operation';
import { staticQrRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many static QR codes',
	description: 'Retrieve a list of the permanent codes that customers scan to pay',
	url: '/v1/static_qr',
	output: staticQrRecord,
	handler: pages,
});
