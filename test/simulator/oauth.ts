import type { Simulator, SimulatorOptions, TokenResponse } from '../../simulator';
import { bearer, call, get, start } from './helpers';

export const REDIRECT = 'http://localhost:5678/rest/oauth2-credential/callback';
export const TOKEN = '/v1/open/oauth/token';

interface TokenFailure {
	error: string;
	error_description: string;
}

export const errorOf = async (sent: Promise<{ status: number; json: unknown }>) => {
	const { status, json } = await sent;
	return [status, (json as TokenFailure).error];
};

/** Opens the consent page, like a browser that keeps the cookie and the hidden fields of the form. */
export async function openPage(
	simulator: Simulator,
	change: Record<string, string | undefined> = {},
) {
	const query = new URLSearchParams();
	const parameters = {
		response_type: 'code',
		client_id: simulator.oauthApp.clientId,
		redirect_uri: REDIRECT,
		scope: 'business:read payments',
		state: 'st&te=1',
		...change,
	};
	for (const [name, value] of Object.entries(parameters)) {
		if (value !== undefined) query.set(name, value);
	}
	const page = await get(simulator, `/oauth/authorize?${query.toString()}`, { key: false });
	const cookie = String(page.headers['set-cookie']).split(';')[0] as string;
	const hidden = /name="request" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
	const submit = (form: Record<string, string>, headers: Record<string, string> = { cookie }) =>
		call(simulator, 'POST', '/oauth/authorize', {
			key: false,
			headers,
			form: { request: hidden, business: simulator.businesses[0]?.id as string, ...form },
		});
	return { ...page, location: locationOf(page), cookie, submit };
}

export function locationOf({ headers }: { headers: Record<string, unknown> }): URL | undefined {
	return typeof headers.location === 'string' ? new URL(headers.location) : undefined;
}

export async function codeOf(simulator: Simulator, form: Record<string, string> = {}) {
	const page = await openPage(simulator);
	const response = await page.submit({ decision: 'authorize', ...form });
	return locationOf(response)?.searchParams.get('code') as string;
}

export function token(simulator: Simulator, change: Record<string, string>, json = false) {
	const { clientId, clientSecret } = simulator.oauthApp;
	const form = { client_id: clientId, client_secret: clientSecret, ...change };
	const sent = { key: false, ...(json ? { body: form } : { form }) };
	return call<TokenResponse>(simulator, 'POST', TOKEN, sent);
}

export function redeem(simulator: Simulator, code: string, json?: boolean) {
	const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
	return token(simulator, form, json);
}

export function refresh(simulator: Simulator, refresh_token: string) {
	return token(simulator, { grant_type: 'refresh_token', refresh_token });
}

export async function infoStatus(simulator: Simulator, accessToken: string) {
	return (await get(simulator, '/v1/info', bearer(accessToken))).status;
}

/** A simulator whose clock the test turns. */
export async function startWithClock(options: SimulatorOptions = {}) {
	const clock = { at: Date.parse('2026-01-01T00:00:00Z') };
	const simulator = await start({ ...options, now: () => clock.at });
	return { simulator, clock };
}
