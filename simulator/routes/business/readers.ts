import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

import { methodPage, sendError, sendPage, thanksPage } from '../../http/html';
import { numberedPage } from '../../http/pagination';
import type { Service } from '../../service';
import { detailsOf, payOrFail } from '../checkout';

interface Query {
	page?: number;
	limit?: number;
}

interface PageRoute {
	Params: { terminal: string };
	Body?: Partial<Record<string, string>>;
}

const TITLE = 'Reader';

/** Card readers (docs/interface.md, Readers). */
export function readerRoutes(api: FastifyInstance, service: Service) {
	api.get<{ Querystring: Query }>('/v1/readers', (request) =>
		numberedPage(request.business.readers.list, request, service, 'page', 'limit'),
	);

	api.post<{ Body: { reader_id: string } }>('/v1/readers/cancel', ({ body, business }, reply) => {
		business.readers.cancel(body.reader_id);
		return reply.code(204).send();
	});
}

/** The screen of a reader, where a customer pays by card. */
export async function readerPages(app: FastifyInstance, service: Service) {
	await app.register(formbody);
	const find = (terminal: string) =>
		service.find(({ readers }) => (readers.has(terminal) ? readers : undefined));

	app.get<PageRoute>('/readers/:terminal', ({ params }, reply) => {
		const found = find(params.terminal);
		if (!found) return sendError(reply, 404, 'There is no such reader.', TITLE);
		const request = found.one.shownOn(params.terminal);
		const { name } = found.business.info;
		if (!request) return sendPage(reply, thanksPage(`${name} asks for no payment now.`, []));
		const form = methodPage({
			title: `Pay ${name}`,
			action: `/readers/${params.terminal}`,
			details: detailsOf(request),
			legend: 'Tap',
			methods: request.payment_methods.filter((method) => method === 'wifi_card_reader'),
			...payOrFail(request.status === 'failed'),
		});
		return sendPage(reply, form);
	});

	app.post<PageRoute>('/readers/:terminal', ({ params, body }, reply) => {
		const request = find(params.terminal)?.one.shownOn(params.terminal);
		if (!request) return sendError(reply, 410, 'The reader asks for no payment.', TITLE);
		if (body?.outcome === 'fail') service.fail(request.id);
		else service.pay(request.id);
		return reply.redirect(`/readers/${params.terminal}`, 303);
	});
}
