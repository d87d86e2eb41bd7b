import type { FastifyReply } from 'fastify';

import type { BusinessInfo } from '../records/types';

/** Contents of the consent page. */
export interface Consent {
	/** Identifies the authorization that the form decides. */
	requestId: string;
	scopes: string[];
	businesses: BusinessInfo[];
	/** Name of the app. */
	app: string;
	/** Name and role of the person who is signed in. */
	person: string;
}

/** The documented meaning of scopes (docs/interface.md, App and scopes); others are shown by their name. */
const meanings: Record<string, string> = {
	'business:read': 'See the profile of your business',
	payments: 'See payments, and create payments, refunds and plans',
	'payments:read': 'See payments and refunds',
	'payments:create': 'Create payments, refunds and plans',
	commerce: 'Manage products, orders and invoices',
	customer: 'Manage customers',
};

/** Returns the page on which a merchant authorizes an app (docs/interface.md, Authorization flow). */
export function consentPage({ requestId, scopes, businesses, app, person }: Consent): string {
	const choice =
		businesses.length > 1
			? `<fieldset><legend>Choose one business</legend>${businesses.map(option).join('')}</fieldset>`
			: `<p>Business: <strong>${escape(businesses[0]?.name ?? '')}</strong></p>
<input type="hidden" name="business" value="${escape(businesses[0]?.id ?? '')}">`;
	return page(
		`Authorize ${app}`,
		`<p><strong>${escape(app)}</strong> asks for access to your business. It will be able to:</p>
<ul>${scopes.map((scope) => `<li>${escape(meanings[scope] ?? scope)} <code>${escape(scope)}</code></li>`).join('')}</ul>
<form method="post" action="/oauth/authorize">
<input type="hidden" name="request" value="${escape(requestId)}">
${choice}
<div class="buttons">
<button type="submit" name="decision" value="authorize">Authorize</button>
<button type="submit" name="decision" value="deny" class="quiet" formnovalidate>Deny</button>
</div>
</form>
<p class="note">Signed in as ${escape(person)}. You can revoke this access at any time.</p>`,
	);
}

/** Terms and texts of a page; null is not shown. */
export type Details = Array<[term: string, text: string | null]>;

/** A page on which a customer chooses a payment method. */
export interface MethodForm {
	title: string;
	/** The path that the form is sent to. */
	action: string;
	details: Details;
	legend: string;
	/** Codes of payment methods. */
	methods: readonly string[];
	/** The outcome that each button sends, and its label. */
	buttons: Array<[outcome: string, label: string]>;
	note: string;
	/** About an attempt that has just failed. */
	alert?: string;
}

/** Returns the page on which a customer pays, or saves a payment method. */
export function methodPage(form: MethodForm): string {
	const methods = form.methods.map((method, index) =>
		radio('method', method, methodNames[method] ?? method, index === 0),
	);
	const choice =
		methods.length > 0
			? `<fieldset><legend>${form.legend}</legend>${methods.join('')}</fieldset>`
			: '';
	const buttons = form.buttons.map(([outcome, label], index) => {
		const quiet = index > 0 ? ' class="quiet"' : '';
		return `<button type="submit" name="outcome" value="${outcome}"${quiet}>${label}</button>`;
	});
	return page(
		form.title,
		`${form.alert ? `<p role="alert">${escape(form.alert)}</p>` : ''}
${list(form.details)}
<form method="post" action="${escape(form.action)}">
${choice}
<div class="buttons">
${buttons.join('\n')}
</div>
</form>
<p class="note">${form.note}</p>`,
	);
}

/** Returns the page after a payment, or after a payment method was saved, if no other page follows. */
export function thanksPage(text: string, details: Details, note = ''): string {
	return page(
		'Thank you',
		`<p role="status">${escape(text)}</p>
${list(details)}
<p class="note">${escape(note)}</p>`,
	);
}

/** Sends a page that is neither cached nor framed. */
export function sendPage(reply: FastifyReply, html: string) {
	return reply
		.header('cache-control', 'no-store')
		.header('x-frame-options', 'DENY')
		.type('text/html; charset=utf-8')
		.send(html);
}

/** Sends a page with an error. @param title by default, that of the consent page */
export function sendError(
	reply: FastifyReply,
	status: number,
	text: string,
	title = 'Authorization is not possible',
) {
	return sendPage(reply.code(status), page(title, `<p role="alert">${escape(text)}</p>`));
}

const methodNames: Record<string, string> = {
	card: 'Card',
	paynow_online: 'PayNow',
	qrph_netbank: 'QR Ph',
	upi_qr: 'UPI',
	grabpay_direct: 'GrabPay',
	grabpay_paylater: 'GrabPay PayLater',
	shopee_pay: 'ShopeePay',
	wechat: 'WeChat Pay',
	alipay: 'Alipay',
	doku_qris: 'QRIS',
	wifi_card_reader: 'Card at the reader',
	giro: 'GIRO',
};

function list(details: Details): string {
	const shown = details.filter(([, text]) => text);
	return `<dl>${shown.map(([term, text]) => `<dt>${term}</dt><dd>${escape(text ?? '')}</dd>`).join('')}</dl>`;
}

function option({ id, name }: BusinessInfo, index: number): string {
	return radio('business', id, name, index === 0);
}

function radio(field: string, value: string, name: string, isChecked: boolean): string {
	const checked = isChecked ? ' checked' : '';
	return `<label><input type="radio" name="${field}" value="${escape(value)}" required${checked}> ${escape(name)}</label>`;
}

function page(title: string, content: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} – Payments Simulator</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2433; background: #f3f5f9; margin: 0; }
main { max-width: 27rem; margin: 10vh auto; padding: 2rem; background: #fff; border-radius: 12px;
	box-shadow: 0 2px 16px #1d243322; }
h1 { font-size: 1.35rem; margin: 0 0 1rem; }
ul { padding-left: 1.2rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: #566078; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font-size: .85em; color: #566078; }
fieldset { border: 1px solid #c9cfdd; border-radius: 8px; margin: 1rem 0; padding: .5rem 1rem 1rem; }
label { display: block; padding: .35rem 0; }
.buttons { display: flex; gap: .75rem; margin-top: 1.5rem; }
button { flex: 1; font: inherit; font-weight: 600; padding: .7rem; border-radius: 8px; cursor: pointer;
	border: 1px solid #1f4fd8; background: #1f4fd8; color: #fff; }
button.quiet { background: #fff; color: #1f4fd8; }
button:focus-visible, input:focus-visible { outline: 3px solid #ffb000; outline-offset: 2px; }
.note { color: #566078; font-size: .9rem; margin-bottom: 0; }
</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

function escape(text: string): string {
	const names: Record<string, string> = {
		'&': '&amp;',
		'<': '&lt;',
		'>': '&gt;',
		'"': '&quot;',
		"'": '&#39;',
	};
	return text.replace(/[&<>"']/g, (letter) => names[letter] as string);
}
