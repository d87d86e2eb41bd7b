import { all, fieldsOf, type Endpoint, type Schema } from '../../contract/contract';
import { FORM } from '../../contract/form';
import { bodiesOf, contentOf, named, useExamples, type Json } from '../contract/examples';
import { call, fieldsRefused, get, useSimulator } from './helpers';

/* Each rule that the contract has for one field of a body or of a query: values that it forbids. */

const simulator = useSimulator({ charges: 10, payouts: 10 });
const pathOf = useExamples(simulator);
const records = () => JSON.stringify([simulator.records, simulator.webhookEndpoints]);

const bodyOf = (one: Endpoint) => contentOf(one)?.schema;
const isForm = ({ requestBody }: Endpoint) => requestBody?.content[FORM] !== undefined;
const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 30) ?? 'missing';

/** The fields that every record of a schema needs. */
function requiredOf(schema: Schema): string[] {
	return [schema, ...(all(schema).allOf ?? [])].flatMap((part) =>
		'x-record' in all(part) ? [] : (all(part).required ?? []),
	);
}

/** Values that a schema does not allow. @param given one that it allows */
function wrongOf(schema: Schema, given?: unknown): unknown[] {
	const { type, enum: values, format, pattern, items } = all(schema);
	const types = [type].flat().map((name) => name?.replace('integer', 'number'));
	return [
		[5, '5', true].find((value) => !types.includes(typeof value)),
		...(values || format || pattern ? ['nonsense'] : []),
		...(items ? wrongOf(items).map((value) => [value]) : []),
		...wrongParts(schema, given),
	];
}

/** Objects of which one part is wrong. */
function wrongParts(schema: Schema, given: unknown, wrongOfPart = wrongOf): unknown[] {
	const needed = Object.fromEntries(requiredOf(schema).map((name) => [name, 'x']));
	return fieldsOf(schema).flatMap(([name, part]) =>
		wrongOfPart(part).map((value) => ({ ...needed, ...(given as Json), [name]: value })),
	);
}

const refused = named.flatMap(([name, one]) => {
	const schema = bodyOf(one);
	if (!schema) return [];
	const required = requiredOf(schema);
	return fieldsOf(schema).map(([field, own]) => {
		// A form is text.
		const wrong = isForm(one) ? wrongOfForm(own) : wrongOf(own, bodiesOf(one)[0]?.[field]);
		return [name, field, one, required.includes(field) ? [undefined, ...wrong] : wrong] as const;
	});
});
test.each(refused)(
	'%s refuses wrong values of %s, without effect',
	async (_, field, one, wrong) => {
		const path = await pathOf(one);
		const before = records();
		for (const value of wrong) {
			const body = { ...bodiesOf(one)[0], [field]: value };
			const sent = await call<object>(simulator, one.method as 'POST', path, { body });
			// Without a valid amount, its currency is refused, too.
			const fields = fieldsRefused(sent);
			expect([shown(value), fields]).toEqual([shown(value), expect.arrayContaining([field])]);
		}
		expect(records()).toBe(before);
	},
);

/** Values that a field of a form does not allow. */
function wrongOfForm(schema: Schema): unknown[] {
	const { items } = all(schema);
	const ofItems = items
		? [...wrongOfForm(items), ...wrongParts(items, undefined, wrongOfForm)]
		: [];
	return items ? ofItems.map((value) => [value]) : wrongTexts(schema);
}

/** The text of values that a parameter of a query does not allow. */
function wrongTexts(schema: Schema): string[] {
	const { type, enum: values, format, pattern, items, minimum } = all(schema);
	return [
		...(items ? wrongTexts(items) : []),
		...(values || format || pattern || type === 'number' ? ['nonsense'] : []),
		...(type === 'integer' ? ['ten', '1.5'] : []),
		...(minimum === undefined ? [] : [String(minimum - 1)]),
	];
}

const queries = named.flatMap(([name, one]) =>
	one.all
		.filter((parameter) => parameter.in === 'query')
		.flatMap((parameter) =>
			[...wrongTexts(parameter.schema), ...(parameter.name === 'cursor' ? [''] : [])].map(
				(value) => [name, parameter.name, value.slice(0, 20), one, value] as const,
			),
		),
);
test.each(queries)('%s refuses ?%s=%s', async (_, name, _shown, one, value) => {
	const path = `${await pathOf(one)}?${new URLSearchParams({ [name]: value }).toString()}`;
	const sent = await get<{ message: string; errors: unknown }>(simulator, path);
	const list = path.startsWith('/v1/locations');
	if (list) expect(sent.json.errors).toEqual([sent.json.message]);
	else expect(fieldsRefused(sent)).toEqual([name.replace('[]', '')]);
});

test('every field that breaks a rule is named, and the message counts them', async () => {
	const { json } = await get<{ message: string; errors: Record<string, string[]> }>(
		simulator,
		'/v1/payouts?per_page=0&status=done',
	);
	expect(Object.keys(json.errors).sort()).toEqual(['per_page', 'status']);
	expect(json.message).toMatch(/ \(and 1 more error\)$/);
});
