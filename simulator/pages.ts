import type { BusinessInfo } from './records/types';

/** What the consent page shows. */
export interface Consent {
	/** Ties the form to the page it was on. */
	requestId: string;
	scopes: string[];
	businesses: BusinessInfo[];
	/** Name of the app. */
	app: string;
	/** Who is signed in, with the role. */
	person: string;
}

const meanings: Record<string, string> = {
	'business:read': 'See the profile, locations and payouts of your business',
	'business:delete': 'Delete inactive locations',
	payments: 'See payments, and create payments, refunds and plans',
	'payments:read': 'See payments and refunds',
	'payments:create': 'Create payments, refunds and plans',
	commerce: 'Manage products, orders and invoices',
	customer: 'Manage customers',
};

/** The page on which a merchant lets an app in, or does not (docs/interface.md, Authorization flow). */
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

/** A page for what must not be answered with a redirect, since nobody knows to whom. */
export function errorPage(text: string): string {
	return page('Authorization is not possible', `<p role="alert">${escape(text)}</p>`);
}

function option({ id, name }: BusinessInfo, index: number): string {
	const checked = index === 0 ? ' checked' : '';
	return `<label><input type="radio" name="business" value="${escape(id)}" required${checked}> ${escape(name)}</label>`;
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
