import { amount, part, same, time, type RecordType } from '../../shared/output';
import type { Pictured } from '../../transport/picture';

/** docs/interface.md, Static QR. */
export const staticQrRecord: RecordType = {
	fields: {
		id: same,
		amount,
		created_at: time,
		created_by: part('created_by', 'display_name'),
		currency: same,
		device: same,
		device_id: same,
		location_address: part('location', 'address'),
		location_id: same,
		location_name: part('location', 'name'),
		name: same,
		payment_provider: same,
		payment_provider_method: same,
		payment_provider_method_logos: same,
		payment_provider_method_main_logo: same,
		qr_value: same,
		reference: same,
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

/** Where its QR code is, and what a picture of it is called after. */
export const staticQrPicture: Pictured = {
	code: ({ qr_value }) => qr_value,
	name: ({ name }) => name,
};
