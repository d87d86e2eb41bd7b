import type { IDataObject } from 'n8n-workflow';

import type { Product } from '../../../simulator';
import { useFreshSimulator } from '../../useSimulator';
import { operation, runnerOf } from '../run';
import { shortenWaits } from '../waits';

/* No source is sure how HitPay reads the lists of a form (docs/dialects.md, row 52): one that it does not read changes nothing. */

shortenWaits();
const simulator = useFreshSimulator({ products: 3 });
const run = runnerOf(simulator);

const CATEGORY = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
const product = () => simulator.records.products[2]!;
const changed = () => ({
	categoryIds: [CATEGORY],
	existingVariation: { variations: [{ id: product().variations[0]!.id, price: 12 }] },
});
const update = async (updateFields: Partial<ReturnType<typeof changed>>) =>
	await run(operation('product', 'update', { productId: product().id, updateFields }));

/** Answers as if a change had not reached some fields. @param isRead whether the record has it all the same */
function answerBefore(names: Array<keyof Product>, isRead: boolean) {
	const before = structuredClone(product());
	const kept = Object.fromEntries(names.map((name) => [name, before[name]]));
	simulator.fault({
		method: 'POST',
		times: Infinity,
		body: (text: string) => {
			if (!isRead) Object.assign(product(), kept);
			return JSON.stringify({ ...(JSON.parse(text) as IDataObject), ...kept });
		},
	});
}

describe.each(['categoryIds', 'existingVariation'] as const)('%s', (name) => {
	const fields = { categoryIds: 'category_id', existingVariation: 'variations' } as const;

	test('that HitPay did not read is not taken for changed', async () => {
		answerBefore([fields[name]], false);
		const { error } = await update({ [name]: changed()[name] });
		expect(error?.message).toBe('Could not confirm whether it was changed');
		expect(error?.description).toContain('HitPay shows the record as it was.');
	});

	test('that only the response does not show is changed', async () => {
		answerBefore([fields[name]], true);
		const { items } = await update({ [name]: changed()[name] });
		expect(items[0]!.json[fields[name]]).toEqual(product()[fields[name]]);
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
	});
});

test('what no response shows is not compared', async () => {
	simulator.fault({
		method: 'POST',
		body: () => JSON.stringify({ id: product().id, category_id: [7], variations: null }),
	});
	const { error } = await update(changed());
	expect(error).toBeUndefined();
});
