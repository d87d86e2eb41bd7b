import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { withQrImage } from '../../output/qrImage';
import { qrImageFields } from '../../output/qrImageFields';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { idField, idRule } from './fields';
import { staticQrPicture, staticQrRecord } from './record';

const fields = [scopeNotice, idField, ...qrImageFields, ...outputFields(staticQrRecord)];

const rules = z.object({ static_qr_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a static QR code',
		description: "Retrieve one code with its amount, and with its content in 'qr_value'",
		routing: {
			request: { method: 'GET', url: '/v1/static_qr/{static_qr_id}' },
			operations: {
				pagination: sendOne(
					rules,
					fields,
					withQrImage(staticQrPicture, recordOutput(staticQrRecord)),
				),
			},
		},
	},
	fields,
};
