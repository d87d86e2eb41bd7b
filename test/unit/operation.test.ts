import * as createHandler from '../../nodes/Payments/handlers/once/create/create';
import * as single from '../../nodes/Payments/handlers/single';
import * as field from '../../nodes/Payments/resources/fields';
import * as operation from '../../nodes/Payments/resources/operation';
import { planRecord } from '../../nodes/Payments/resources/plan/record';
import type { Operation } from '../../nodes/Payments/resources/resource';
import type { RequestHandler } from '../../nodes/Payments/run/context';

const nothing: RequestHandler = () => Promise.resolve([]);

/** Uses an operation, whose handler is made then. */
async function use({ option }: Operation) {
	const { pagination } = option.routing!.operations as { pagination: RequestHandler };
	await pagination.call({} as never, {} as never);
}

test('an operation that creates something sends it once, by itself and without an output', async () => {
	const sendOne = jest.spyOn(single, 'sendOne');
	const createOnce = jest.spyOn(createHandler, 'createOnce').mockReturnValue(nothing);
	const common = {
		action: 'Create a test',
		description: 'Test',
		url: '/v1/tests',
		parameters: { name: field.text('Name', 'The name', 'e.g. Test') },
	};
	await use(operation.create(common));
	await use(operation.create({ ...common, output: planRecord, additionalFields: {}, options: {} }));
	expect(createOnce).toHaveBeenCalledTimes(2);
	expect(sendOne).not.toHaveBeenCalled();
});

test('a parameter is sent by its key, and its rule refuses what it does not accept', async () => {
	const handler = jest.spyOn(single, 'sendOne').mockReturnValue(nothing);
	const updated = operation.update({
		action: 'Update a test',
		description: 'Test',
		method: 'PATCH',
		url: '/v1/tests/{test_id}',
		parameters: { test_id: field.id('Test', 'The test to change') },
		updateFields: { paid_amount: field.amount('The amount') },
	});
	const { option, fields } = updated;
	const [id, collection] = fields;
	expect(option.routing?.request).toEqual({ method: 'PATCH', url: '/v1/tests/{test_id}' });
	expect(id).toMatchObject({
		name: 'testId',
		required: true,
		routing: { send: { property: 'test_id' } },
	});
	expect(collection!.options).toMatchObject([
		{ name: 'paidAmount', routing: { send: { property: 'paid_amount' } } },
	]);
	await use(updated);
	const [rules] = handler.mock.lastCall!;
	const outcome = (values: unknown) => {
		const { error, data } = rules.safeParse(values);
		return data ?? error.issues.map(({ path }) => path.join('.'));
	};
	expect(outcome({ test_id: ' a ', paid_amount: '12.50' })).toEqual({
		test_id: 'a',
		paid_amount: 12.5,
	});
	expect(outcome({ test_id: '', paid_amount: 0 })).toEqual(['test_id', 'paid_amount']);
	expect(outcome({ test_id: 'a' })).toEqual(['updateFields']);
});

test.each([
	['POST', '/v1/tests'],
	['POST', '/v1/tests/{test_id}'],
	['PUT', '/v1/tests/{test_id}/archive'],
] as const)('%s %s needs a handler that sends it once', (method, url) => {
	const spec = { name: 'Archive', value: 'archive', action: 'Archive', description: 'Test' };
	expect(() => operation.other({ ...spec, method, url })).toThrow(/needs a handler/);
	expect(() => operation.other({ ...spec, method: 'PUT', url: '/v1/tests/{id}' })).not.toThrow();
});
