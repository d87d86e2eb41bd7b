import type { Notification } from '../../simulator/webhooks/deliveries';

/** A notification that somebody else sends. */
interface Forgery {
	name: string;
	make: () => Notification;
	/** Whether it has the signature of the original. */
	isSigned?: boolean;
}

const UNKNOWN_ID = '9f1c7c7e-0000-4000-8000-000000000000';

/** The types of the events of a record, by the object in their headers. */
const types: Partial<Record<string, string[]>> = {
	charge: ['created', 'updated', 'failed'],
	invoice: ['created', 'updated'],
	order: ['created', 'updated'],
	payment_request: ['completed', 'failed'],
	recurring_billing: ['method_attached', 'method_detached', 'subscription_updated'],
	transfer: ['created', 'updated', 'scheduled', 'processing', 'paid', 'failed', 'canceled'],
};

/** The statuses that a record can have. */
const statuses: Partial<Record<string, string[]>> = {
	charge: ['pending', 'failed', 'succeeded', 'refunded'],
	invoice: ['paid', 'pending'],
	order: ['completed', 'pending'],
	payment_request: ['completed', 'pending'],
	transfer: ['scheduled', 'processing', 'paid', 'failed', 'canceled'],
};

/** Returns what can be made of a notification without the salt. */
export function forgeriesOf(original: Notification): Forgery[] {
	const isForm = original.headers['Content-Type']!.endsWith('urlencoded');
	return isForm ? formsOf(original) : eventsOf(original);
}

function formsOf(original: Notification): Forgery[] {
	const edited = (name: string, edit: (form: URLSearchParams) => void): Forgery => ({
		name,
		make: () => {
			const form = new URLSearchParams(original.body);
			edit(form);
			return { ...original, body: form.toString() };
		},
	});
	return [
		edited('without a signature', (form) => form.delete('hmac')),
		edited('with another field', (form) => {
			form.set('another', 'field');
			form.delete('hmac');
		}),
		...['amount', 'total_amount', 'amount_refunded'].map((name) =>
			edited(`with another ${name}`, (form) => form.set(name, '99.00')),
		),
		...['payment_id', 'payment_request_id', 'id'].map((name) =>
			edited(`with an unknown ${name}`, (form) => {
				if (form.has(name)) form.set(name, UNKNOWN_ID);
				form.delete('hmac');
			}),
		),
		edited('in another currency', (form) => {
			form.set('currency', 'USD');
			form.delete('hmac');
		}),
		...['completed', 'failed', 'pending', 'succeeded'].map((status) =>
			edited(`as ${status}`, (form) => {
				form.set('status', status);
				form.delete('hmac');
			}),
		),
		edited('without the payment', (form) => {
			form.set('payment_id', '');
			form.delete('hmac');
		}),
		{ name: 'without the mark', make: () => ({ ...original, url: original.url.split('?')[0]! }) },
	];
}

function eventsOf(original: Notification): Forgery[] {
	const record = JSON.parse(original.body) as Record<string, unknown>;
	const object = original.headers['Hitpay-Event-Object']!;
	const headers = (type: string, isSigned: boolean) => {
		const all = { ...original.headers, 'Hitpay-Event-Type': type };
		return isSigned
			? all
			: Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'Hitpay-Signature'));
	};
	const own = original.headers['Hitpay-Event-Type']!;
	const unsigned = (name: string, fields: object, type = own): Forgery => ({
		name,
		make: () => ({
			...original,
			headers: headers(type, false),
			body: JSON.stringify({ ...record, ...fields }),
		}),
	});
	const others = (types[object] ?? []).filter((type) => type !== own);
	return [
		unsigned('without a signature', {}),
		unsigned('with another field', { another: 'field' }),
		unsigned('with another amount', { amount: 99, payment_amount: 99 }),
		unsigned('in another currency', { currency: 'usd', payment_currency: 'usd' }),
		unsigned('of an unknown record', { id: UNKNOWN_ID }),
		unsigned('as refunded', { status: 'refunded', refunded_amount: 9 }),
		unsigned('as updated', { updated_at: '2026-01-01T10:00:00+08:00' }, 'updated'),
		...others.map((type): Forgery => ({
			name: `with the header ${type}`,
			make: () => ({ ...original, headers: headers(type, true) }),
			isSigned: true,
		})),
		...(statuses[object] ?? []).flatMap((status) =>
			(types[object] ?? []).map((type) => unsigned(`as ${type} ${status}`, { status }, type)),
		),
	];
}
