import { all, fieldsOf, resolve, type Schema } from '../../contract/contract';
import { bodiesOf, named, useExamples, type Json } from '../contract/examples';
import { call, useSimulator } from './helpers';

/*
 * Each endpoint of the contract, with its examples. Each answer is compared with the contract by useSimulator; the
 * contract allows fields to be absent or unknown, and more than one type, where the simulator has one.
 */

const simulator = useSimulator({ charges: 100, payouts: 100 });
const pathOf = useExamples(simulator);

/**
 * Fields that only some records have (rows 14 and 15), or only if they were requested; those of a card; wallets; a field
 * to enter.
 */
const ofSome = [
	'refunds target_id target_type terminal_id webhook_logs qr_code_data payments',
	'brand last4 country_code country code type provider_reference deposit reserve pending discount',
	'validation value',
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
