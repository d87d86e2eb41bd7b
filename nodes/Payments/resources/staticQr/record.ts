import type { QrImageSource } from '../../output/qrImage';
import { amount, nested, unchanged, time, type RecordType } from '../../output/recordType';

/** docs/interface.md, Static QR. */
export const staticQrRecord: RecordType = {
	fields: {
		id: unchanged,
		amount,
		created_at: time,
		created_by: nested('created_by', 'display_name'),
		currency: unchanged,
		device: unchanged,
		device_id: unchanged,
		location_address: nested('location', 'address'),
		location_id: unchanged,
		location_name: nested('location', 'name'),
		name: unchanged,
		payment_provider: unchanged,
		payment_provider_method: unchanged,
		payment_provider_method_logos: unchanged,
		payment_provider_method_main_logo: unchanged,
		qr_value: unchanged,
		reference: unchanged,
		updated_at: time,
	},
	simplified: [
		'id',
		'name',
		'amount',
		'currency',
		'payment_provider_method',
		'qr_value',
		'reference',
		'location_name',
		'created_at',
	],
};

/** Where the QR code is, and the name of its image file. */
export const staticQrPicture: QrImageSource = {
	code: ({ qr_value }) => qr_value,
	name: ({ name }) => name,
};
