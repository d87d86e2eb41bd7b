import type { ErrorObject, ValidateFunction } from 'ajv';

import { ofJson, ofText } from './ajv';
import {
	endpointOf,
	notifications,
	pathParameters,
	resolve,
	token,
	type Endpoint,
} from './contract';
import { FORM, readForm } from './form';

/** A request to the API. */
export interface Request {
	/** In capitals. */
	method: string;
	/** Path and query. */
	url: string;
	headers: Record<string, string | string[] | undefined>;
	/** As it was sent; empty for none. */
	body: string;
}

/** The response to a request. */
export interface Answer {
	status: number;
	contentType?: string;
	/** As it was sent; empty for none. */
	body: string;
}

/** Returns what is not as in the contract, one sentence for each difference; empty if all is. */
export function requestViolations(request: Request): string[] {
	const endpoint = endpointOf(request.method, request.url);
	if (!endpoint) return [`${nameOf(request)} is not in the contract`];
	const found = [
		...queryViolations(endpoint, request.url),
		...errorsOf(ofText.parameters(endpoint, 'path'), pathParameters(endpoint, request.url), 'path'),
		...bodyViolations(endpoint, request),
		...platformKeyViolations(endpoint, request),
	];
	return found.map((text) => `request ${nameOf(request)}: ${text}`);
}

/** The same of the response to a request. */
export function answerViolations(
	request: Pick<Request, 'method' | 'url'>,
	answer: Answer,
): string[] {
	const endpoint = endpointOf(request.method, request.url);
	if (!endpoint) return [];
	const { status, body } = answer;
	const found = (): string[] => {
		const documented = endpoint.responses[status];
		if (!documented) return ['the status is not in the contract'];
		const { content } = resolve(documented);
		if (!content) return body === '' ? [] : ['the contract has no body'];
		const type = mediaType(answer.contentType);
		if (!(type in content)) return [`the type ${type} is not in the contract`];
		const base =
			'$ref' in documented ? documented.$ref.slice(1) : `${endpoint.pointer}/responses/${status}`;
		return errorsOf(ofJson.at(`${base}/content/${token(type)}/schema`), parse(body), 'body');
	};
	return found().map((text) => `answer ${status} to ${nameOf(request)}: ${text}`);
}

/** The same of a notification. @param name its name in the contract */
export function notificationViolations(
	name: string,
	{ headers, body }: Pick<Request, 'headers' | 'body'>,
): string[] {
	const endpoint = notifications.find(({ path }) => path === name);
	if (!endpoint) return [`notification ${name} is not in the contract`];
	const byName = Object.fromEntries(
		Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]),
	);
	const own = endpoint.all.map((one) => [one.name, byName[one.name.toLowerCase()]]);
	const found = [
		...errorsOf(ofJson.parameters(endpoint, 'header'), Object.fromEntries(own), 'headers'),
		...bodyViolations(endpoint, { headers: byName, body }),
	];
	return found.map((text) => `notification ${name}: ${text}`);
}

function nameOf({ method, url }: Pick<Request, 'method' | 'url'>): string {
	return `${method} ${url.split('?')[0]}`;
}

function queryViolations(endpoint: Endpoint, url: string): string[] {
	const sent = new URLSearchParams(url.split('?')[1] ?? '');
	const known = endpoint.all.filter((one) => one.in === 'query');
	// An object is sent as `metadata[name]=value`.
	const parts = new Map(
		known
			.filter(({ style }) => style === 'deepObject')
			.map(({ name }) => [name, [...sent].filter(([key]) => key.startsWith(`${name}[`))]),
	);
	const unknown = [...new Set(sent.keys())].filter(
		(name) => !known.some((one) => one.name === name) && !parts.has(name.split('[')[0]!),
	);
	const values = known
		.filter(({ name }) => sent.has(name))
		.map(({ name }) => {
			const all = sent.getAll(name);
			return [name.replace('[]', ''), name.endsWith('[]') || all.length > 1 ? all : all[0]];
		});
	for (const [name, pairs] of parts) {
		const object = pairs.map(([key, value]) => [key.slice(name.length + 1, -1), value]);
		if (object.length > 0) values.push([name, Object.fromEntries(object) as never]);
	}
	return [
		...unknown.map((name) => `query ${name} is not in the contract`),
		...errorsOf(ofText.parameters(endpoint, 'query'), Object.fromEntries(values), 'query'),
	];
}

function bodyViolations(
	endpoint: Endpoint,
	{ headers, body }: Pick<Request, 'headers' | 'body'>,
): string[] {
	const { requestBody } = endpoint;
	if (!requestBody) return body === '' || body === '{}' ? [] : ['the contract has no body'];
	const type = mediaType(headers['content-type'] as string | undefined);
	if (!(type in requestBody.content)) return [`the type ${type} is not in the contract`];
	const pointer = `${endpoint.pointer}/requestBody/content/${token(type)}/schema`;
	if (type === FORM) {
		const value = readForm(body, headers['content-type'] as string);
		return errorsOf(ofText.exactlyAt(pointer), value, 'body');
	}
	const isForm = type === 'application/x-www-form-urlencoded';
	const value = isForm ? Object.fromEntries(new URLSearchParams(body)) : parse(body);
	// A notification may have more than the contract has; what we send may not.
	const validate = endpoint.pointer.startsWith('/webhooks')
		? ofJson.at(pointer)
		: ofJson.exactlyAt(pointer);
	return errorsOf(validate, value, 'body');
}

function platformKeyViolations(endpoint: Endpoint, { headers }: Request): string[] {
	const isKnown = endpoint.all.some((one) => one.in === 'header' && one.name === 'X-PLATFORM-KEY');
	const isSent = headers['x-platform-key'] !== undefined;
	return isSent && !isKnown ? ['header X-PLATFORM-KEY is not in the contract'] : [];
}

function mediaType(header = 'none'): string {
	return header.split(';')[0]!.trim().toLowerCase();
}

function parse(body: string): unknown {
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return undefined;
	}
}

function errorsOf(validate: ValidateFunction, value: unknown, where: string): string[] {
	if (value === undefined) return [`${where} is not JSON`];
	if (validate(value)) return [];
	const texts = (validate.errors ?? []).map((error) => `${where}${sentence(error)}`);
	return [...new Set(texts)];
}

/** Without the value, which may be a secret. */
function sentence({ instancePath, message, keyword, params }: ErrorObject): string {
	const which = keyword === 'unevaluatedProperties' ? ` (${params.unevaluatedProperty})` : '';
	return `${instancePath} ${message}${which}`;
}
