import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { RequestData } from '../run/context';

/** The media type of a form that may have files. */
const FORM = 'multipart/form-data';

/** The headers of an operation that is sent as a form (docs/interface.md, POST /v1/products). */
export const formHeaders = { 'Content-Type': FORM };

export function isForm({ headers }: RequestData['options']): boolean {
	return headers?.['Content-Type'] === FORM;
}

/** Returns a request whose body is a form. PHP reads forms of a POST only: the method of a change is a field. */
export function asForm(options: RequestData['options']): RequestData['options'] {
	const { method, body, headers } = options;
	const fields = { ...(method !== 'POST' && { _method: method }), ...(body as IDataObject) };
	const boundary = randomUUID();
	const parts = partsOf(fields).map(
		([name, text]) =>
			`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
	);
	return {
		...options,
		method: 'POST',
		headers: { ...headers, 'Content-Type': `${FORM}; boundary=${boundary}` },
		body: `${parts.join('')}--${boundary}--\r\n`,
	};
}

/**
 * Returns the names and texts of a form: a flag is 1 or 0, the place of a value within another is in brackets, and
 * an undefined value is left out.
 */
function partsOf(fields: object, place = (name: string) => name): Array<[string, string]> {
	return Object.entries(fields).flatMap(([key, value]: [string, unknown]) => {
		const name = place(key);
		if (value === undefined || value === null) return [];
		if (typeof value === 'object') return partsOf(value, (inner) => `${name}[${inner}]`);
		return [
			[name, String(typeof value === 'boolean' ? Number(value) : (value as string | number))],
		];
	});
}
