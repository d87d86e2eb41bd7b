/**
 * Clicks Authorize on the simulator's consent page for the first business.
 *
 * @param page the URL of the consent page
 * @returns the URL that it redirects to
 */
export async function authorize(page: string): Promise<string> {
	const shown = await fetch(page);
	const html = await shown.text();
	const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
	const [request, business] = [value('request'), value('business')];
	if (!request || !business) {
		throw new Error(`No consent page: ${/role="alert">([^<]*)/.exec(html)?.[1] ?? html}`);
	}
	const answer = await fetch(new URL('/oauth/authorize', page), {
		method: 'POST',
		headers: { cookie: shown.headers.get('set-cookie')?.split(';')[0] ?? '' },
		body: new URLSearchParams({ request, business, decision: 'authorize' }),
		redirect: 'manual',
	});
	const location = answer.headers.get('location');
	if (!location) throw new Error(`The consent page returned ${answer.status}`);
	return location;
}
