import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { invoiceBody } from '../../engine/service';
import type { World } from '../world';
import { each, runsOf, type Asked, type Case, type Run, type Said, type Shape } from './case';

/** Returns what a record must not have in the end: each field is as its last change left it, or as before. */
export function judgeFields(
	said: Said[],
	before: Asked,
	after: Asked,
	isInTurn: boolean,
): string[] {
	return Object.keys(before).flatMap((field) => {
		const ofField = said.filter(({ asked }) => asked.field === field);
		const made = ofField.filter(({ error }) => error === undefined);
		const unsure = ofField.filter(({ isUnsure }) => isUnsure);
		// At the same time, either may be the last one.
		const last = isInTurn ? made.slice(-1) : made;
		const allowed = [...last, ...unsure].map(({ asked }) => asked.value);
		if (made.length === 0) allowed.push(before[field]);
		if (allowed.includes(after[field])) return [];
		const kind = made.length > 0 ? 'undone' : 'denied';
		return [`${kind}: ${field} is ${String(after[field])}, not ${allowed.join(' or ')}`];
	});
}

const updateOf = (id: string, updateFields: INodeParameters): INodeParameters => ({
	resource: 'paymentRequest',
	operation: 'update',
	paymentRequestId: { __rl: true, mode: 'id', value: id },
	updateFields,
});

const requestOf = ({ service }: World, id: string) =>
	service.records.paymentRequests.find((request) => request.id === id);

/** Two updates of one payment request: of one field, or of different ones; in turn, or at the same time. */
const twoUpdates = (isSameField: boolean, isAtOnce: boolean): Case => ({
	name: `update ${isSameField ? 'one field' : 'two fields'}, ${isAtOnce ? 'at once' : 'in turn'}`,
	begin: async (world) => {
		const before = { amount: 10, purpose: 'first' };
		const { id } = await world.create('/v1/payment-requests', { ...before, currency: 'SGD' });
		const runOf = (item: { field: string; value: number | string }): Run => ({
			parameters: updateOf(id, { [item.field]: item.value }),
			items: [{ ...item }],
		});
		const second = isSameField
			? { field: 'amount', value: 30 }
			: { field: 'purpose', value: 'second' };
		const runs = [runOf({ field: 'amount', value: 20 }), { ...runOf(second), isAtOnce }];
		const judge = (said: Said[]) => {
			const { amount, purpose } = requestOf(world, id)!;
			return judgeFields(
				said,
				before,
				{ amount: Number(amount), purpose: purpose ?? '' },
				!isAtOnce,
			);
		};
		return { runs, judge };
	},
});

/** Two items that change one field of one record. */
const twoItems: Case = {
	name: 'update one field, two items',
	begin: async (world) => {
		const before = { amount: 10 };
		const { id } = await world.create('/v1/payment-requests', { ...before, currency: 'SGD' });
		const items = [20, 30].map((value) => ({ field: 'amount', value }));
		const runs = [{ parameters: updateOf(id, { amount: '={{ $json.value }}' }), items }];
		const judge = (said: Said[]) =>
			judgeFields(said, before, { amount: Number(requestOf(world, id)!.amount) }, true);
		return { runs, judge };
	},
};

/** An invoice gets another amount, and is emailed. */
const sendInvoice: Case = {
	name: 'update and send an invoice',
	mayStayUnconfirmed: true,
	begin: async (world) => {
		const { id } = await world.create('/v1/invoices', invoiceBody);
		const parameters = { resource: 'invoice', invoiceId: { __rl: true, mode: 'id', value: id } };
		const update: Run = {
			parameters: { ...parameters, operation: 'update', updateFields: { amount: 250 } },
			items: [{ field: 'amount', value: 250 }],
		};
		const send: Run = {
			parameters: { ...parameters, operation: 'send' },
			items: [{ field: 'status', value: 'sent' }],
		};
		const judge = (said: Said[]) => {
			const { amount, status } = world.service.records.invoices.find((one) => one.id === id)!;
			const before = { amount: 100, status: 'pending' };
			const found = judgeFields(said, before, { amount: Number(amount), status }, true);
			const emails = world.service.requests.filter(({ method, path, body }) => {
				const isOfInvoice = method === 'PUT' && path.endsWith(id);
				return isOfInvoice && [1, true].includes((body as IDataObject).send_email as never);
			});
			if (emails.length > 1) found.push(`double: ${emails.length} emails`);
			const isOld = emails.some(({ body }) => Number((body as IDataObject).amount) !== 250);
			if (isOld && said[0]!.error === undefined) found.push('undone: the old amount was emailed');
			return found;
		};
		return { runs: [update, send], judge };
	},
};

const deletion = (shape: Shape): Case => ({
	name: `delete payment request, ${shape}`,
	begin: async (world) => {
		const { id } = await world.create('/v1/payment-requests', { amount: 10, currency: 'SGD' });
		const runs = runsOf(
			shape,
			{
				resource: 'paymentRequest',
				operation: 'delete',
				paymentRequestId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			},
			[{ id }, { id }],
		);
		const judge = (said: Said[]) => {
			const isGone = requestOf(world, id) === undefined;
			const isClaimed = said.some(({ error }) => error === undefined);
			const isDenied = said.every(({ error, isUnsure }) => error !== undefined && !isUnsure);
			if (isClaimed && !isGone) return ['claimed: not deleted'];
			return isDenied && isGone ? ['denied: deleted'] : [];
		};
		return { runs, judge };
	},
});

/** Updates. */
export const updates: Case[] = [
	...[true, false].flatMap((isSameField) =>
		[true, false].map((isAtOnce) => twoUpdates(isSameField, isAtOnce)),
	),
	twoItems,
	sendInvoice,
];

/** Deletions. */
export const deletions: Case[] = each(['one', 'retry', 'again'], deletion);
