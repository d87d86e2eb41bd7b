import type { FastifyInstance } from 'fastify';

import type { StaticQrCreate, StaticQrUpdate } from '../../../contract/types';
import type { Business } from '../../domain/business';
import { invalid, notFound } from '../../errors';
import { cursorPage, numberedPage, pageSize } from '../../http/pagination';
import { addressOf } from '../../records/locations';
import { methodLogo } from '../../records/sample/logos';
import type { QrMethod, StaticQr } from '../../records/types';
import type { Service } from '../../service';

type Body = Partial<StaticQrCreate> & Pick<StaticQrCreate, 'name' | 'payment_provider_method'>;

interface Query {
	per_page?: number;
	cursor?: string;
}

const providers: Record<QrMethod, string> = {
	paynow_online: 'dbs_sg',
	upi_qr: 'upi',
	qrph_netbank: 'netbank',
};

/** Static QR codes (docs/interface.md, Static QR codes). */
export function staticQrRoutes(api: FastifyInstance, service: Service) {
	const { settings } = service;
	const now = (business: Business) => business.calendar.withOffset(settings.now());
	const find = (business: Business, id: string): StaticQr => {
		const found = business.staticQrs.find((one) => one.id === id.toLowerCase());
		if (!found) throw notFound('Static QR code');
		return found;
	};

	api.post<{ Body: Body }>('/v1/static_qr', ({ body, business }, reply) => {
		const place = placeOf(business, body.location_id);
		const id = business.newId();
		const method = body.payment_provider_method;
		const at = now(business);
		const { owner } = business;
		const qr: StaticQr = {
			id,
			name: body.name,
			reference: business.newReference('SQR'),
			payment_provider: providers[method],
			payment_provider_method: method,
			// With 0, the customer enters the amount.
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
			location_id: null,
			location: null,
			...place,
			device_id: body.device_id ?? null,
			device: body.device_id === undefined ? null : { id: body.device_id },
			qr_value: `00020101021126${method}${id.replace(/-/g, '')}6304${id.slice(0, 4).toUpperCase()}`,
			created_at: at,
			updated_at: at,
		};
		business.staticQrs.unshift(qr);
		return reply.code(201).send(qr);
	});

	api.get<{ Querystring: Query }>('/v1/static_qr', (request) => {
		const { staticQrs } = request.business;
		if (!settings.dialects.includes('cursor-qr-list')) {
			return numberedPage(staticQrs, request, service);
		}
		const { per_page, cursor } = request.query;
		const size = pageSize(per_page, settings);
		return cursorPage(staticQrs, () => true, size, cursor, {}, 'numbers');
	});

	api.get<{ Params: { id: string } }>('/v1/static_qr/:id', ({ params, business }) =>
		find(business, params.id),
	);

	api.put<{ Params: { id: string }; Body: Partial<StaticQrUpdate> }>(
		'/v1/static_qr/:id',
		({ params, body, business }) => {
			const qr = find(business, params.id);
			Object.assign(qr, placeOf(business, body.location_id));
			qr.name = body.name ?? qr.name;
			qr.amount = body.amount ?? qr.amount;
			qr.currency = body.currency?.toLowerCase() ?? qr.currency;
			qr.updated_at = now(business);
			return qr;
		},
	);

	api.delete<{ Params: { id: string } }>('/v1/static_qr/:id', ({ params, business }) => {
		const { staticQrs } = business;
		staticQrs.splice(staticQrs.indexOf(find(business, params.id)), 1);
		return { message: 'Static QR code deleted.' };
	});
}

/** Returns the fields of the location that a body names. */
function placeOf(
	business: Business,
	id: string | undefined,
): Pick<StaticQr, 'location_id' | 'location'> | undefined {
	if (id === undefined) return undefined;
	const location = business.locations.find((one) => one.id === id.toLowerCase());
	if (!location?.active) {
		throw invalid('location_id', 'The location_id field must be an active location.');
	}
	const { name } = location;
	return { location_id: location.id, location: { name, address: addressOf(location) } };
}
