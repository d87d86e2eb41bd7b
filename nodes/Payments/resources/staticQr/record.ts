import type { QrImageSource } from '../../output/qrImage';
import { amount, nested, unchanged, time, recordType } from '../../output/recordType';

/** docs/interface.md, Static QR. */
export const staticQrRecord = recordType(
	{
		id: unchanged,
		name: unchanged,
		amount,
		currency: unchanged,
		payment_provider_method: unchanged,
		qr_value: unchanged,
		reference: unchanged,
		location_name: nested('location', 'name'),
		created_at: time,
	},
	{
		created_by: nested('created_by', 'display_name'),
		device: unchanged,
		device_id: unchanged,
		location_address: nested('location', 'address'),
		location_id: unchanged,
		payment_provider: unchanged,
		payment_provider_method_logos: unchanged,
		payment_provider_method_main_logo: unchanged,
		updated_at: time,
	},
);

/** The QR code, and the name of its image file. */
export const staticQrPicture: QrImageSource = {
	code: ({ qr_value }) => qr_value,
	name: ({ name }) => name,
};
