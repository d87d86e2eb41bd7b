import { all, endpoints, fieldsOf, resolve, type Schema } from '../../contract/contract';
import { bodiesOf, useExamples, type Json } from '../contract/examples';
import { call, fieldsRefused, useSimulator } from './helpers';

/*
 * Each endpoint of the contract, with its examples. Each answer is compared with the contract by useSimulator; the
 * contract allows fields to be absent or unknown, and more than one type, where the simulator has one.
 */

const simulator = useSimulator({ charges: 100, payouts: 100 });
const pathOf = useExamples(simulator);

const named = endpoints
	.filter(({ operationId }) => operationId !== 'exchangeToken')
	.map((one) => [`${one.method} ${one.path}`, one] as const);

/** Fields that only some records have (rows 14 and 15), or only if they were requested; those of a card; wallets. */
const ofSome = [
	'refunds target_id target_type terminal_id webhook_logs qr_code_data payments',
	'brand last4 country_code country code type provider_reference deposit reserve pending discount',
].flatMap((names) => names.split(' '));

/** Returns the fields that are missing, unknown, or not of the first type that the contract has. */
function misfits(schema: Schema, value: unknown, where = ''): string[] {
	const { type, oneOf, items } = all(schema);
	if (value === null) return [];
	if (oneOf) return misfits(oneOf[0]!, value, where);
	if (Array.isArray(value)) return items ? value.flatMap((one) => misfits(items, one, where)) : [];
	if (typeof value === 'object') {
		const fields = fieldsOf(schema).filter(([name]) => !ofSome.includes(name));
		const known = fields.map(([name]) => name);
		const unknown = Object.keys(value).filter((name) => ![...known, ...ofSome].includes(name));
		return [
			...(known.length > 0 ? unknown.map((name) => `${where}.${name} is not in the contract`) : []),
			...fields.flatMap(([name, field]) =>
				misfits(field, (value as Json)[name], `${where}.${name}`),
			),
		];
	}
	const usual = [type].flat()[0];
	if (usual === undefined || typeof value === usual.replace('integer', 'number')) return [];
	return [`${where} is not ${usual}`];
}

test.each(named)('%s answers with exactly the fields of the contract', async (_, one) => {
	const size = one.all.find(({ name }) => /^per_?page$/i.test(name))?.name;
	const more = one.all.some(({ name }) => name === 'with') ? '&with=products,charges' : '';
	const query = size ? `?${size}=100${more}` : '';
	const bodies = bodiesOf(one);
	for (const body of bodies.length > 0 ? bodies : [undefined]) {
		const path = (await pathOf(one)) + query;
		const { status, json } = await call<Json>(simulator, one.method as 'GET', path, { body });
		expect(status).toBeLessThan(300);
		const schema = resolve(one.responses[status]!).content?.['application/json']?.schema;
		if (!schema) continue;
		// Lists differ in what surrounds the records.
		const { data = schema } = Object.fromEntries(fieldsOf(schema));
		expect([...new Set(misfits(data, json?.data ?? json))]).toEqual([]);
		if (size) expect(json.data).not.toEqual([]);
	}
});

/** Values of a field that the contract does not allow. */
function wrongOf(schema: Schema): unknown[] {
	const { enum: values, maxLength, minLength, minimum, exclusiveMinimum, minItems } = all(schema);
	return [
		...(values ? ['unknown'] : []),
		...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
		...(minLength === undefined ? [] : ['']),
		...(minimum === undefined ? [] : [minimum - 1]),
		...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
		...(minItems === undefined ? [] : [[]]),
	];
}

const refused = named.flatMap(([name, one]) => {
	const schema = one.requestBody?.content['application/json']?.schema;
	if (!schema) return [];
	const required = [schema, ...(all(schema).allOf ?? [])].flatMap((part) => {
		return 'x-record' in all(part) ? [] : (all(part).required ?? []);
	});
	const changes = [
		...required.map((field) => [field, undefined] as const),
		...fieldsOf(schema).flatMap(([field, own]) =>
			wrongOf(own).map((value) => [field, value] as const),
		),
	];
	return changes.map(([field, value]) => {
		const shown = JSON.stringify(value)?.slice(0, 20) ?? 'missing';
		return [name, field, shown, one, value] as const;
	});
});
test.each(refused)('%s refuses %s: %s', async (_, field, _shown, one, value) => {
	const body = { ...bodiesOf(one)[0], [field]: value };
	const sent = await call<object>(simulator, one.method as 'POST', await pathOf(one), { body });
	// Without a valid amount, its currency is refused, too.
	expect(fieldsRefused(sent)).toContain(field);
});

const ofOne = named.filter(([, { path }]) => path.endsWith('}'));
test.each(ofOne)('%s of an unknown ID is not found', async (_, one) => {
	const isUuid = one.all.some(
		(parameter) => parameter.in === 'path' && all(parameter.schema).format,
	);
	for (const id of [isUuid ? [] : 'nope', '20000000-0000-4000-8000-000000000000'].flat()) {
		const path = one.path.replace(/\{\w+\}$/, id);
		const sent = { body: bodiesOf(one)[0] };
		const { status, json } = await call(simulator, one.method as 'GET', path, sent);
		// Plans alone have another status.
		expect(status).toBe(one.path.startsWith('/v1/subscription-plan') ? 422 : 404);
		expect(json).toMatchObject({ message: expect.stringMatching(/ not found\.$/) as string });
	}
});

test('a charge by card has the data of the card', () => {
	const { data } = simulator.records.charges.find(
		({ payment_method: { name } }) => name === 'card',
	)!.payment_method;
	expect(Object.keys(data).sort()).toEqual(['brand', 'country', 'country_code', 'last4']);
});

test('only a pending charge is not closed', () => {
	const open = simulator.records.charges.filter(({ closed_at }) => closed_at === null);
	expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['pending']));
});
