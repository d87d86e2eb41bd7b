import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';
import { PaymentsOAuth2Api } from '../../credentials/PaymentsOAuth2Api.credentials';
import * as label from '../../nodes/Payments/listSearch/label';
import { chargeRecord } from '../../nodes/Payments/resources/charge/record';
import { locationRecord } from '../../nodes/Payments/resources/location/record';
import {
	paymentRequestPicture,
	paymentRequestRecord,
} from '../../nodes/Payments/resources/paymentRequest/record';
import { payoutRecord } from '../../nodes/Payments/resources/payout/record';
import { planRecord } from '../../nodes/Payments/resources/plan/record';
import { refundRecord } from '../../nodes/Payments/resources/refund/record';
import { staticQrPicture, staticQrRecord } from '../../nodes/Payments/resources/staticQr/record';
import { dayOf, withOffset } from '../../nodes/Payments/shared/time';
import {
	asData,
	confirmsDeletion,
	idTextOf,
	isObject,
	isRecordOf,
	NoData,
} from '../../nodes/Payments/transport/answer';
import { nextOf, pageOf } from '../../nodes/Payments/transport/page';
import { Secrets } from '../../nodes/Payments/transport/secrets';
import { startSimulator, type Simulator } from '../../simulator';
import { anyText, holds, jsonOf, must } from './fuzz';
import { oddOf } from './mutations';

/* The parts that read what the service answers, without n8n around them. */

let simulator: Simulator;
let charge: string;
let page: string;
beforeAll(async () => {
	simulator = await startSimulator({ charges: 3 });
	const get = async (path: string) => {
		const headers = { 'x-business-api-key': simulator.apiKey };
		return await (await fetch(simulator.url + path, { headers })).text();
	};
	page = await get('/v1/charges');
	charge = await get(`/v1/charges/${simulator.records.charges[0]!.id}`);
});
afterAll(() => simulator.close());

const parsed = (body: string): unknown => {
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return body;
	}
};

/** What stands in a record, or in place of one. */
const value = () =>
	fc.oneof(
		jsonOf('id', 'name', 'status', 'amount', 'payments', 'qr_code', 'data', 'meta', 'links'),
		anyText,
		fc.constantFrom('2026-03-01', '2026-03-01 09:30:00', '2026-13-45T99:99:99Z', '-271821-04-20'),
	);

const types = {
	chargeRecord,
	locationRecord,
	paymentRequestRecord,
	payoutRecord,
	planRecord,
	refundRecord,
	staticQrRecord,
};

test.each(Object.entries(types))('fields of %s can be read of any record', (_, { fields }) => {
	const names = Object.keys(fields);
	const record = fc.oneof(
		fc.dictionary(fc.constantFrom(...names, 'payment_method', 'qr_code_data', 'customer'), value()),
		oddOf(charge).map(parsed).filter(isObject),
	);
	holds(
		record,
		(one) => {
			for (const name of names) fields[name]!(one as IDataObject, name);
		},
		0.3,
	);
});

test('what a picture says and is called can be read of any record', () => {
	const record = fc.dictionary(fc.constantFrom('qr_code_data', 'qr_value', 'name'), value());
	holds(record, (one) => {
		for (const { code, name } of [paymentRequestPicture, staticQrPicture]) {
			code(one as IDataObject);
			name(one as IDataObject);
		}
	});
});

test('any value is a time or stays what it is', () => {
	holds(fc.tuple(value(), fc.constantFrom('utc', 'Asia/Singapore', 'nowhere')), ([time, zone]) => {
		const read = withOffset(time, zone);
		must(read === time || typeof read === 'string', read);
		must(!/Invalid/.test(String(typeof read === 'string' ? read : '')) || read === time, read);
		const day = dayOf(time, zone);
		must(day === null || /^[+-]?\d{4,6}-\d\d-\d\d$/.test(day), day);
	});
});

test('labels are made of texts and numbers only', () => {
	const words = /undefined|null|\[object|NaN|Invalid/;
	const thing = value().filter((one) => typeof one !== 'string');
	holds(fc.tuple(thing, thing, thing), ([one, two, three]) => {
		const text = label.line(
			label.method(one),
			label.money(two, three),
			label.words(three),
			label.day(two, 'utc'),
			label.time(one, 'Asia/Singapore'),
			two,
		);
		must(!words.test(text), text);
	});
});

test('whatever is answered is a page of records, or none', () => {
	holds(fc.oneof(oddOf(page).map(parsed), value()), (answer) => {
		const found = pageOf(answer);
		must(!found || found.records.every(isObject), found);
		must(!found || found.meta !== null, found);
		const [next] = Object.values((found && nextOf(found)) ?? {});
		must(['undefined', 'string', 'number'].includes(typeof next), next);
	});
});

test('an ID is a text or a number, and nothing else', () => {
	holds(value(), (id) => {
		const text = idTextOf({ id });
		// What has no place in an address: control characters, halves of characters.
		const isText = typeof id === 'string' && /^\P{C}+$/u.test(id) && [...id].length < 256;
		const isId = isText || typeof id === 'number';
		if (text !== undefined) encodeURIComponent(text);
		must(isId ? text === String(id) : text === undefined, text);
		const upper = text?.toUpperCase() ?? '';
		const isPlain = upper.toLowerCase() === text?.toLowerCase();
		must(!text || !isPlain || isRecordOf(upper, { id }), text);
		must(!isRecordOf('another', { id }) || (isId && /^another$/i.test(String(id))), id);
		must(!confirmsDeletion('another', { id }) || id === undefined || !isId || text === 'another');
	});
});

test('what is no data is told from what is', () => {
	const secrets = new Secrets();
	const method = fc.constantFrom(
		'GET' as const,
		'POST' as const,
		'PUT' as const,
		'DELETE' as const,
	);
	holds(fc.tuple(oddOf(charge), method), ([body, by]) => {
		// As n8n's HTTP client does.
		const answer = parsed(body);
		let read: unknown;
		try {
			read = asData(answer, by, secrets);
		} catch (thrown) {
			must(thrown instanceof NoData && /^The Payments API returned/.test(thrown.message), thrown);
			must(typeof answer === 'string' && (answer.trim() !== '' || by === 'GET'), answer);
			return;
		}
		must(typeof read !== 'string' || read === '', read);
	});
});

test('an answer however deep ends with words', () => {
	const deep = (depth: number) => parsed(`${'['.repeat(depth)}${']'.repeat(depth)}`);
	const secrets = new Secrets();
	expect(asData(deep(90), 'GET', secrets)).toEqual(deep(90));
	for (const depth of [101, 1_000, 100_000]) {
		expect(() => asData(deep(depth), 'GET', secrets)).toThrow(NoData);
	}
});

describe('a secret', () => {
	const secret = fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 }).filter(
		// Not one that is in [hidden], or in what stands around it.
		(text) => text.trim() === text && /[a-z0-9]{6}/i.test(text),
	);
	const ways: Array<(text: string) => string> = [
		(text) => text,
		(text) => text.toUpperCase(),
		(text) => encodeURIComponent(text),
		(text) => inJson(text),
		(text) => inJson(text).replaceAll('/', '\\/'),
		(text) => Buffer.from(text).toString('base64'),
		(text) => Buffer.from(text).toString('base64url'),
	];
	const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
	const way = fc.constantFrom(...ways);

	test('is hidden wherever it stands and however it is written', () => {
		const given = fc.tuple(secret, way, anyText, anyText);
		holds(given, ([key, write, before, after]) => {
			const secrets = new Secrets({ apiKey: key });
			const written = write(key);
			const shown = secrets.hide(`${before}${written}${after}`);
			must(shown.includes('[hidden]'), shown);
			must(!shown.includes(written), shown, written);
			const record = { [written]: [{ note: `${before}${written}` }] };
			const text = JSON.stringify(secrets.hideIn(record));
			must(!text.includes(inJson(written)), text);
		});
	});

	test('is hidden in Base64 of whatever it is part of', () => {
		holds(fc.tuple(secret, anyText, anyText), ([key, before, after]) => {
			const packed = Buffer.from(`${before}${key}${after}`).toString('base64');
			const shown = new Secrets({ apiKey: key }).hide(packed);
			must(shown.includes('[hidden]'), packed);
			must(!Buffer.from(shown.replace('[hidden]', ''), 'base64').includes(key), shown);
		});
	});

	test('that is not there changes nothing', () => {
		const secrets = new Secrets({ apiKey: 'a-secret-of-the-credential' });
		holds(fc.oneof(jsonOf('id', 'note'), oddOf(charge).map(parsed)), (answer) => {
			const before = JSON.stringify(answer);
			if (/__proto__|toString|valueOf/.test(before ?? '')) return;
			must(JSON.stringify(secrets.hideIn(answer)) === before, before);
		});
	});

	test('is every field of the credentials that the editor shows as dots', () => {
		const fields = [new PaymentsApi(), new PaymentsOAuth2Api()]
			.flatMap(({ properties }) => properties)
			.filter(({ typeOptions }) => typeOptions?.password)
			.map(({ name }) => name);
		expect(fields.length).toBeGreaterThan(3);
		// n8n's own, which ours extends, and what it keeps.
		const credential = {
			...Object.fromEntries(
				[...fields, 'clientSecret'].map((name) => [name, `secret of ${name} 1042`]),
			),
			oauthTokenData: { access_token: 'an-access-token', refresh_token: 'a-refresh-token' },
		};
		const { oauthTokenData: tokens, ...rest } = credential;
		const secrets = new Secrets(credential);
		for (const one of [...Object.values(rest), ...Object.values(tokens)]) {
			expect(secrets.hide(`It is ${String(one)}.`)).toBe('It is [hidden].');
		}
	});
});

test('names that decide how an object behaves are left out of records', () => {
	const answer = parsed(
		'{"id":"1","__proto__":{"polluted":true},"toString":null,"a":[{"valueOf":1,"b":2}]}',
	);
	const read = new Secrets().hideIn(answer) as IDataObject;
	expect(Object.keys(read)).toEqual(['id', 'a']);
	expect(read.a).toEqual([{ b: 2 }]);
	expect(({} as IDataObject).polluted).toBeUndefined();
	expect(`${read as unknown as string}`).toBe('[object Object]');
});
