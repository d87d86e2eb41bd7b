import type { FastifyReply } from 'fastify';

/** The JSON of records that were listed: long lists are asked for again and again. */
const known = new WeakMap<object, Buffer>();

const BEGIN = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');

/** Has an answer that is a page of a list written of what is known of its records. */
export function writePage(reply: FastifyReply) {
	// Fastify takes bytes as well, which its types do not say.
	const write = pageToJson as unknown as (payload: unknown) => string;
	reply.type('application/json; charset=utf-8').serializer(write);
}

function pageToJson(page: unknown): Buffer {
	const { data, ...rest } = page as { data: object[] };
	const parts: Buffer[] = [BEGIN];
	for (const record of data) {
		if (parts.length > 1) parts.push(COMMA);
		parts.push(jsonOf(record));
	}
	parts.push(Buffer.from(`],${JSON.stringify(rest).slice(1)}`));
	return Buffer.concat(parts);
}

/** To be told when a record has changed, which may have been listed before. */
export function hasChanged(record: object) {
	known.delete(record);
}

function jsonOf(record: object): Buffer {
	const kept = known.get(record);
	if (kept) return kept;
	const json = Buffer.from(JSON.stringify(record));
	known.set(record, json);
	return json;
}
