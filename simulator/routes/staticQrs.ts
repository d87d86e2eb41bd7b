import type { FastifyInstance } from 'fastify';
import { invalid } from '../errors';
import { addressOf } from '../records/locations';
import { methodLogo } from '../records/logos';
import { qrMethods, type QrMethod, type StaticQr } from '../records/types';
import { uuid } from '../schemas';
import type { Service } from '../service';

interface Body {
	name: string;
	payment_provider_method: QrMethod;
	device_id?: string;
	location_id?: string;
	amount?: number;
	currency?: string;
}

const body = {
	type: 'object',
	required: ['name', 'payment_provider_method'],
	properties: {
		name: {
			type: 'string',
			minLength: 1,
			maxLength: 255,
			description: 'must be a text of 1 to 255 characters',
		},
		payment_provider_method: { type: 'string', enum: qrMethods },
		device_id: uuid,
		location_id: uuid,
		amount: { type: 'number', minimum: 0, description: 'must be a number of at least 0' },
		currency: {
			type: 'string',
			minLength: 1,
			maxLength: 3,
			description: 'must be a text of at most 3 characters',
		},
	},
	if: { required: ['amount'] },
	then: { required: ['currency'], description: 'when amount is present' },
} as const;

const providers: Record<QrMethod, string> = {
	paynow_online: 'dbs_sg',
	upi_qr: 'upi',
	qrph_netbank: 'netbank',
};

/** Static QR codes (docs/interface.md, POST /v1/static_qr). */
export function staticQrRoutes(api: FastifyInstance, { settings }: Service) {
	api.post<{ Body: Body }>(
		'/v1/static_qr',
		{ schema: { body }, config: { scope: 'payments:create' } },
		({ body, business }, reply) => {
			const location = body.location_id
				? business.locations.find(({ id }) => id === body.location_id?.toLowerCase())
				: undefined;
			if (body.location_id !== undefined && !location?.active) {
				throw invalid('location_id', 'The location_id field must be an active location.');
			}
			const id = business.newId();
			const method = body.payment_provider_method;
			const now = business.calendar.withOffset(settings.now());
			const { owner } = business;
			const qr: StaticQr = {
				id,
				name: body.name,
				reference: business.newReference('SQR'),
				payment_provider: providers[method],
				payment_provider_method: method,
				// Zero is a code whose amount the customer types in.
				amount: body.amount ?? 0,
				currency: (body.currency ?? business.info.currency).toLowerCase(),
				payment_provider_method_logos: [methodLogo(method)],
				payment_provider_method_main_logo: methodLogo(method),
				created_by: {
					id: owner.id,
					display_name: `${owner.first_name} ${owner.last_name}`,
					first_name: owner.first_name,
					last_name: owner.last_name,
				},
				location_id: location?.id ?? null,
				location: location ? { name: location.name, address: addressOf(location) } : null,
				device_id: body.device_id ?? null,
				device: body.device_id === undefined ? null : { id: body.device_id },
				qr_value: `00020101021126${method}${id.replace(/-/g, '')}6304${id.slice(0, 4).toUpperCase()}`,
				created_at: now,
				updated_at: now,
			};
			business.staticQrs.unshift(qr);
			return reply.code(201).send(qr);
		},
	);
}
