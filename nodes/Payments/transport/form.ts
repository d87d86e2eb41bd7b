import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { RequestData } from '../run/context';
import { defined } from '../shared/record';

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
	const parts = partsOf(defined(fields)).map(
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

/** Returns the names and texts of a form: a flag is 1 or 0, and the place of a value within another is in brackets. */
function partsOf(fields: object, place = (name: string) => name): Array<[string, string]> {
	return Object.entries(fields).flatMap(([key, value]: [string, unknown]) => {
		const name = place(key);
		if (typeof value === 'object' && value !== null) {
			return partsOf(value, (inner) => `${name}[${inner}]`);
		}
		return [[name, typeof value === 'boolean' ? String(Number(value)) : String(value)]];
	});
}
