import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';
import { PaymentsOAuth2Api } from '../../credentials/PaymentsOAuth2Api.credentials';
import * as label from '../../nodes/Payments/listSearch/label';
import type { RecordType } from '../../nodes/Payments/output/recordType';
import { nextOf, pageOf } from '../../nodes/Payments/pagination/page';
import { balanceRecord } from '../../nodes/Payments/resources/balance/record';
import { accountStatusRecord } from '../../nodes/Payments/resources/info/record';
import { paymentRequestPicture } from '../../nodes/Payments/resources/paymentRequest/record';
import { staticQrPicture } from '../../nodes/Payments/resources/staticQr/record';
import { InvalidResponseError } from '../../nodes/Payments/run/invalidResponse';
import { Secrets } from '../../nodes/Payments/run/secrets';
import { money } from '../../nodes/Payments/shared/money';
import {
	confirmsDeletion,
	idTextOf,
	isObject,
	isRecordOf,
} from '../../nodes/Payments/shared/record';
import { dayOf, withOffset } from '../../nodes/Payments/shared/time';
import { readResponse } from '../../nodes/Payments/transport/response';
import { useSimulator } from '../useSimulator';
import { oddOf } from './mutations';
import { anyText, invariant, jsonOf, property } from './property';

/* The functions that read responses, without n8n. */

const simulator = useSimulator({ charges: 3 });
let charge: string;
let page: string;
beforeAll(async () => {
	const get = async (path: string) => {
		const headers = { 'x-business-api-key': simulator.apiKey };
		return await (await fetch(simulator.url + path, { headers })).text();
	};
	page = await get('/v1/charges');
	charge = await get(`/v1/charges/${simulator.records.charges[0]!.id}`);
});

const parsed = (body: string): unknown => {
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return body;
	}
};

/** Generates values in a record, or instead of one. */
const value = () =>
	fc.oneof(
		jsonOf('id', 'name', 'status', 'amount', 'payments', 'qr_code', 'data', 'meta', 'links'),
		anyText,
		fc.constantFrom('2026-03-01', '2026-03-01 09:30:00', '2026-13-45T99:99:99Z', '-271821-04-20'),
	);

/** All types of records, by the folder of their resource and their name. */
const folder = path.join(__dirname, '../../nodes/Payments/resources');
const types = readdirSync(folder)
	.filter((name) => existsSync(path.join(folder, name, 'record.ts')))
	.flatMap((name) => {
		const record = jest.requireActual<object>(path.join(folder, name, 'record.ts'));
		return Object.entries(record).map(([type, value]) => [`${name}/${type}`, value as object]);
	})
	.filter((entry): entry is [string, RecordType] => 'fields' in (entry[1] as object));

test('there are types of records', () => expect(types.length).toBeGreaterThan(20));

test.each(types)('fields of %s can be read of any record', (_, { fields }) => {
	const names = Object.keys(fields);
	const record = fc.oneof(
		fc.dictionary(fc.constantFrom(...names, 'payment_method', 'qr_code_data', 'customer'), value()),
		oddOf(charge).map(parsed).filter(isObject),
	);
	property(
		record,
		(one) => {
			for (const name of names) fields[name]!(one as IDataObject, name);
		},
		0.3,
	);
});

test('the rows of any record are records, or it is none', () => {
	const record = fc.dictionary(
		fc.constantFrom('currency', 'wallets', 'payment_providers', 'verification'),
		value(),
	);
	property(record, (one) => {
		for (const { rows } of [balanceRecord, accountStatusRecord]) {
			const found = rows!(one as IDataObject);
			invariant(found === undefined || found.every(isObject), found);
		}
	});
});

test('the content and name of a QR picture can be read of any record', () => {
	const record = fc.dictionary(fc.constantFrom('qr_code_data', 'qr_value', 'name'), value());
	property(record, (one) => {
		for (const { code, name } of [paymentRequestPicture, staticQrPicture]) {
			code(one as IDataObject);
			name(one as IDataObject);
		}
	});
});

test('any value is read as a time, or stays unchanged', () => {
	property(
		fc.tuple(value(), fc.constantFrom('utc', 'Asia/Singapore', 'nowhere')),
		([time, zone]) => {
			const read = withOffset(time, zone);
			invariant(read === time || typeof read === 'string', read);
			invariant(
				!/Invalid/.test(String(typeof read === 'string' ? read : '')) || read === time,
				read,
			);
			const day = dayOf(time, zone);
			invariant(day === null || /^[+-]?\d{4,6}-\d\d-\d\d$/.test(day), day);
		},
	);
});

test('labels contain only texts and numbers', () => {
	const words = /undefined|null|\[object|NaN|Invalid/;
	const thing = value().filter((one) => typeof one !== 'string');
	property(fc.tuple(thing, thing, thing), ([one, two, three]) => {
		const text = label.line(
			label.method(one),
			money(two, three),
			label.words(three),
			label.day(two),
			label.time(one),
			two,
		);
		invariant(!words.test(text), text);
	});
});

test('any response is read as a page of records, or as none', () => {
	property(fc.oneof(oddOf(page).map(parsed), value()), (responseBody) => {
		const found = pageOf(responseBody);
		invariant(!found || found.records.every(isObject), found);
		invariant(!found || found.meta !== null, found);
		const [next] = Object.values((found && nextOf(found)) ?? {});
		invariant(['undefined', 'string', 'number'].includes(typeof next), next);
	});
});

test('an ID is a text or an exact integer, and nothing else', () => {
	property(value(), (id) => {
		const text = idTextOf({ id });
		// URLs cannot contain control characters and lone surrogates.
		const isText = typeof id === 'string' && /^\P{C}+$/u.test(id) && [...id].length < 256;
		const isId = isText || Number.isSafeInteger(id);
		if (text !== undefined) encodeURIComponent(text);
		invariant(isId ? text === String(id) : text === undefined, text);
		const upper = text?.toUpperCase() ?? '';
		const isPlain = upper.toLowerCase() === text?.toLowerCase();
		invariant(!text || !isPlain || isRecordOf(upper, { id }), text);
		invariant(!isRecordOf('another', { id }) || (isId && /^another$/i.test(String(id))), id);
		invariant(
			!confirmsDeletion('another', { id }) || id === undefined || !isId || text === 'another',
		);
	});
});

test('a response without data is refused', () => {
	const secrets = new Secrets();
	const method = fc.constantFrom(
		'GET' as const,
		'POST' as const,
		'PUT' as const,
		'DELETE' as const,
	);
	property(fc.tuple(oddOf(charge), method), ([body, by]) => {
		// As n8n's HTTP client does.
		const answer = parsed(body);
		let read: unknown;
		try {
			read = readResponse(answer, by, secrets);
		} catch (thrown) {
			invariant(
				thrown instanceof InvalidResponseError && /^The Payments API returned/.test(thrown.message),
				thrown,
			);
			invariant(typeof answer === 'string' && (answer.trim() !== '' || by === 'GET'), answer);
			return;
		}
		invariant(typeof read !== 'string' || read === '', read);
	});
});

test('a response that is nested too deep is refused', () => {
	const deep = (depth: number) => parsed(`${'['.repeat(depth)}${']'.repeat(depth)}`);
	const secrets = new Secrets();
	expect(readResponse(deep(90), 'GET', secrets)).toEqual(deep(90));
	for (const depth of [101, 1_000, 100_000]) {
		expect(() => readResponse(deep(depth), 'GET', secrets)).toThrow(InvalidResponseError);
	}
});

describe('a secret', () => {
	const secret = fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 }).filter(
		// Not one that occurs in [hidden], or in the text around it.
		(text) => text.trim() === text && /[a-z0-9]{6}/i.test(text),
	);
	const encodings: Array<(text: string) => string> = [
		(text) => text,
		(text) => text.toUpperCase(),
		(text) => encodeURIComponent(text),
		(text) => inJson(text),
		(text) => inJson(text).replaceAll('/', '\\/'),
		(text) => Buffer.from(text).toString('base64'),
		(text) => Buffer.from(text).toString('base64url'),
	];
	const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
	const encoding = fc.constantFrom(...encodings);

	test('is redacted wherever it occurs and however it is encoded', () => {
		const texts = fc.tuple(secret, encoding, anyText, anyText);
		property(texts, ([key, encode, before, after]) => {
			const secrets = new Secrets({ apiKey: key });
			const encoded = encode(key);
			const redacted = secrets.redact(`${before}${encoded}${after}`);
			invariant(redacted.includes('[hidden]'), redacted);
			invariant(!redacted.includes(encoded), redacted, encoded);
			const record = { [encoded]: [{ note: `${before}${encoded}` }] };
			const text = JSON.stringify(secrets.redactIn(record));
			invariant(!text.includes(inJson(encoded)), text);
		});
	});

	test('is redacted in Base64 of a longer text', () => {
		property(fc.tuple(secret, anyText, anyText), ([key, before, after]) => {
			const encoded = Buffer.from(`${before}${key}${after}`).toString('base64');
			const redacted = new Secrets({ apiKey: key }).redact(encoded);
			invariant(redacted.includes('[hidden]'), encoded);
			invariant(!Buffer.from(redacted.replace('[hidden]', ''), 'base64').includes(key), redacted);
		});
	});

	test('that does not occur changes nothing', () => {
		const secrets = new Secrets({ apiKey: 'a-secret-of-the-credential' });
		property(fc.oneof(jsonOf('id', 'note'), oddOf(charge).map(parsed)), (answer) => {
			const before = JSON.stringify(answer);
			if (/__proto__|toString|valueOf/.test(before ?? '')) return;
			invariant(JSON.stringify(secrets.redactIn(answer)) === before, before);
		});
	});

	test('is every field of the credentials that the editor masks', () => {
		const fields = [new PaymentsApi(), new PaymentsOAuth2Api()]
			.flatMap(({ properties }) => properties)
			.filter(({ typeOptions }) => typeOptions?.password)
			.map(({ name }) => name);
		expect(fields.length).toBeGreaterThan(3);
		// With the fields of n8n's OAuth2 credential, which ours extends, and its tokens.
		const credential = {
			...Object.fromEntries(
				[...fields, 'clientSecret'].map((name) => [name, `secret of ${name} 1042`]),
			),
			oauthTokenData: { access_token: 'an-access-token', refresh_token: 'a-refresh-token' },
		};
		const { oauthTokenData: tokens, ...rest } = credential;
		const secrets = new Secrets(credential);
		for (const one of [...Object.values(rest), ...Object.values(tokens)]) {
			expect(secrets.redact(`It is ${String(one)}.`)).toBe('It is [hidden].');
		}
	});
});

test('names that decide how an object behaves are removed from records', () => {
	const answer = parsed(
		'{"id":"1","__proto__":{"polluted":true},"toString":null,"a":[{"valueOf":1,"b":2}]}',
	);
	const read = new Secrets().redactIn(answer) as IDataObject;
	expect(Object.keys(read)).toEqual(['id', 'a']);
	expect(read.a).toEqual([{ b: 2 }]);
	expect(({} as IDataObject).polluted).toBeUndefined();
	expect(`${read as unknown as string}`).toBe('[object Object]');
});
