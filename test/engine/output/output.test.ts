import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { fieldsOf, operations } from '../../../docs/generate/operations';
import { makeSchemas, typeOf } from '../../../docs/generate/schemas';
import { Payments } from '../../../nodes/Payments/Payments.node';
import { everyOperation, isWrite, ready, useExamples } from '../everyOperation';
import { succeeded } from '../outcomes';
import { runnerOf } from '../run';

const simulator = useExamples();
const run = runnerOf(simulator);

/** The fields that the editor offers for an operation. */
function offered(name: string): string[] {
	const fields = fieldsOf(operations.get(name)!).find((one) => one.name === 'outputFields');
	return ((fields?.options ?? []) as INodePropertyOptions[]).map(({ value }) => value as string);
}

const schemas = makeSchemas();

/** The operations whose output can be selected. */
const selectable = everyOperation.filter((name) => offered(name).length > 0);

/** The fields that are always returned, where that is not the ID. */
const keys: Record<string, string[]> = {
	'Balance: Get Many': ['currency', 'wallet'],
	'Balance: Get Transactions': [],
	'Info: Get Account Status': ['provider'],
	// A charge has the ID of its payment.
	'Subscription: Charge': ['payment_id'],
	'Transfer: Estimate': ['beneficiary_id', 'source_amount', 'payment_amount'],
};
const keysOf = (name: string) => keys[name] ?? ['id'];
/** The fields that the node adds to every record. */
const addedTo = (name: string) => (name === 'Customer: Create or Update' ? ['created'] : []);

/** Their records fit into the row of a sheet as they are. */
const flat = ['Balance: Get Transactions', 'Subscription: Charge'];

/** Fields that only some records have, of some sources (docs/dialects.md), or that the node computes. */
const notInEachRecord = [
	...['payment_id', 'payments', 'qr_code', 'qr_code_expiry', 'charges', 'products', 'refunds'],
	...[
		'target_id',
		'target_type',
		'terminal_id',
		'webhook_logs',
		'cycle_in_words',
		'workflow_id',
		'model',
		'serial_number',
	],
];
/** They are in an object within the record. */
const ofObject =
	/^(account|address|beneficiary|created_by|customer|fee|location|payment_method|provider|role)_[a-z_]+[4]?$/;
/** The operations of whose records rows are made. */
const inRows = ['Balance: Get Many', 'Info: Get Account Status'];

const isNested = (value: unknown) => Object(value) === value;

/** Whether a value is as in the record, a part of that, or that as a number, time or text. */
function isSame(raw: unknown, output: unknown): boolean {
	const parts = isNested(raw) ? Object.values(raw as IDataObject) : [];
	const forms = [raw ?? null, Number(raw), String(raw).replaceAll(',', ', '), ...parts];
	const day = /^\d{4}-\d\d-\d\d/.exec(String(raw))?.[0];
	const isTime = day !== undefined && typeof output === 'string' && output.startsWith(day);
	return isTime || forms.some((form) => JSON.stringify(form) === JSON.stringify(output));
}

/** Runs an example. */
async function outputOf(name: string, more: INodeParameters): Promise<IDataObject[]> {
	const { parameters, items } = await ready(simulator, name, { options: {}, ...more });
	const result = await succeeded(run(parameters, { items }));
	return result.items.map(({ json }) => json);
}

test('all but deletions, commands, lines of a payout and the business have a simplified output', () => {
	const others = everyOperation.filter((name) => !selectable.includes(name));
	expect(others.filter((name) => !name.endsWith(': Delete'))).toEqual([
		...['Charge: Print Receipt', 'Info: Get', 'Payout: Reconcile', 'Reader: Cancel Payment'],
	]);
});

test.each(everyOperation)(
	'%s: the editor shows the fields of the output before the first run',
	async (name) => {
		const { resource, value } = operations.get(name)!;
		const { properties = {} } = schemas.get(`${resource}/${value}.json`)!;
		const records = await outputOf(name, { output: undefined });
		expect(records.length).toBeGreaterThan(0);
		for (const record of records) {
			expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(record)));
			const values = Object.entries(record).filter(([, one]) => one !== null);
			const types = values.map(([field, one]) => [field, typeOf(one).type]);
			expect(types).toEqual(types.map(([field]) => [field, properties[field!]?.type]));
		}
	},
);

test('the fields are called as the parameters of the same thing', () => {
	const { properties } = new Payments().description;
	const fields = properties.filter(({ name }) => name === 'outputFields');
	const names = fields.flatMap(({ options }) => options!.map(({ name }) => name));

	expect(names).toEqual(
		expect.arrayContaining(['Location ID', 'QR Code', 'Redirect URL', 'Send Email', 'Send SMS']),
	);
	expect(names.filter((one) => /\b(Id|Qr|Url|Sms)\b/.test(one))).toEqual([]);
});

describe.each(selectable)('%s', (name) => {
	test('returns at most ten flat fields, the ID or what else identifies it first', async () => {
		const records = await outputOf(name, { output: undefined });

		expect(records.length).toBeGreaterThan(0);
		for (const record of records) {
			expect(Object.keys(record).length).toBeLessThanOrEqual(10);
			expect(Object.keys(record).slice(0, keysOf(name).length)).toEqual(keysOf(name));
			expect(Object.values(record).filter(isNested)).toEqual([]);
		}
		expect(new Set(records.map((record) => Object.keys(record).join())).size).toBe(1);
	});

	test('returns with Raw more than fits into the row of a sheet', async () => {
		const [raw] = await outputOf(name, { output: 'raw' });

		const isMore = Object.keys(raw!).length > 10 || Object.values(raw!).some(isNested);
		expect(isMore).toBe(!flat.includes(name));
		if (inRows.includes(name)) return;
		const known = [...Object.keys(raw!), ...notInEachRecord];
		const unknown = offered(name).filter((field) => !known.includes(field));
		expect(unknown.filter((field) => !ofObject.test(field))).toEqual([]);
	});

	test('returns the selected fields and the ID, or what else identifies it', async () => {
		const [field = ''] = offered(name);
		const records = await outputOf(name, { output: 'selected', outputFields: [field] });

		const fields = [...keysOf(name), field, ...addedTo(name)];
		for (const record of records) expect(Object.keys(record)).toEqual(fields);
	});
});

const reads = selectable.filter((name) => !isWrite(name));

test.each(reads.filter((name) => !inRows.includes(name)))(
	'%s: the selected fields are as in the record',
	async (name) => {
		const { parameters, items } = await ready(simulator, name, { options: {} });
		const read = async (more: INodeParameters) =>
			(await succeeded(run({ ...parameters, ...more }, { items }))).items[0]!.json;
		const raw = await read({ output: 'raw' });
		const fields = offered(name);
		const selected = await read({ output: 'selected', outputFields: fields });

		expect(Object.keys(selected)).toEqual([...keysOf(name), ...fields]);
		for (const [object, parts] of Object.entries(raw).filter(([, value]) => isNested(value))) {
			for (const [part, value] of Object.entries(parts as object))
				raw[`${object}_${part}`] ??= value as string;
		}
		const known = fields.filter((field) => field in raw);
		expect(known.filter((field) => !isSame(raw[field], selected[field]))).toEqual([]);
	},
);
