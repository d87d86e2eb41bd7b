import type { FastifyReply } from 'fastify';

/** JSON of records that were listed: long lists are requested often. */
const cache = new WeakMap<object, Buffer>();

const BEGIN = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');

/** Serializes a page of a list from the cached JSON of its records. */
export function writePage(reply: FastifyReply) {
	// Fastify accepts bytes as well, unlike its types.
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

/** Removes a record from the cache. To call whenever a listed record changes. */
export function invalidateJson(record: object) {
	cache.delete(record);
}

function jsonOf(record: object): Buffer {
	const cached = cache.get(record);
	if (cached) return cached;
	const json = Buffer.from(JSON.stringify(record));
	cache.set(record, json);
	return json;
}
