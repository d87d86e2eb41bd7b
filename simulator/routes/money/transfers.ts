import type { FastifyInstance } from 'fastify';

import { quote } from '../../domain/transfers';
import { notFound } from '../../errors';
import { cursorPage, pageSize } from '../../http/pagination';
import type { Transfer, TransferTerms } from '../../records/types';
import type { Service } from '../../service';

interface Query {
	beneficiary_id?: string;
	keywords?: string;
	status?: string;
	per_page?: number;
	cursor?: string;
}

type NewTransfer = TransferTerms & { reference?: string; remark?: string };

/** Transfers, newest first (docs/interface.md, Transfers). */
export function transferRoutes(api: FastifyInstance, { settings, notifications }: Service) {
	api.get<{ Querystring: Query }>('/v1/transfers', ({ query, business }) => {
		const { beneficiary_id: beneficiaryId, status, keywords = '' } = query;
		const words = keywords.toLowerCase().split(/\s+/).filter(Boolean);
		const isListed = (transfer: Transfer) =>
			(beneficiaryId === undefined || transfer.beneficiary.id === beneficiaryId.toLowerCase()) &&
			(status === undefined || transfer.status === status) &&
			words.every((word) => searchable(transfer).includes(word));
		return cursorPage(
			business.transfers.items,
			isListed,
			pageSize(query.per_page, settings),
			query.cursor,
			{},
			settings.cursors,
		);
	});

	api.post<{ Body: TransferTerms }>('/v1/transfers/estimate', ({ body, business }) => {
		const { source_currency, payment_currency, rate, fee, ...quoted } = quote(business, body);
		return {
			source_amount: quoted.source_amount,
			source_amount_fees: fee.amount,
			source_currency,
			exchange_rate: rate.toFixed(4),
			fx_pair: source_currency + payment_currency,
			payment_amount: quoted.payment_amount,
			payment_amount_fees: 0,
			payment_currency,
			fee_payer: fee.paid_by,
			fee_currency: fee.currency,
		};
	});

	api.post<{ Body: NewTransfer }>('/v1/transfers', ({ body, business }, reply) => {
		const { beneficiary, rate, ...quoted } = quote(business, body);
		const { id, nickname, holder_name, bank_name, account_number } = beneficiary;
		const transfer = business.addTransfer({
			...quoted,
			beneficiary: { id, nickname, holder_name, bank_name, account_number },
			exchange_rate: rate.toFixed(4),
			remark: body.remark ?? null,
			reference: body.reference ?? null,
		});
		notifications.transfer(business, 'created', transfer);
		return reply.code(201).send(transfer);
	});

	api.get<{ Params: { id: string } }>('/v1/transfers/:id', ({ params, business }) => {
		const transfer = business.transfers.get(params.id);
		if (!transfer) throw notFound('Transfer');
		return transfer;
	});
}

/** Returns the text that `keywords` are searched in (docs/interface.md, Choices of the simulator). */
function searchable({ id, beneficiary, reference, remark }: Transfer): string {
	const { nickname, holder_name } = beneficiary;
	return [id, nickname, holder_name, reference, remark].join('\n').toLowerCase();
}
