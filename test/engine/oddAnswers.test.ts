import type { IDataObject } from 'n8n-workflow';

import { getLocations } from '../../nodes/Payments/listSearch/business/locations';
import { getProductCategories } from '../../nodes/Payments/listSearch/sales/productCategories';
import { Payments } from '../../nodes/Payments/Payments.node';
import { endpointFor, everyOperation, isWrite, ready, useExamples } from './everyOperation';
import { ANSWERS, beOdd, mustBeReadable, often } from './odd';
import { contextOf } from './openList';
import { apiKeyOf, runnerOf } from './run';

const simulator = useExamples();
const run = runnerOf(simulator);

const unknownOutcome =
	/The request may have been processed\. Look the record up|Could not confirm whether/;

const isSame = (one: unknown, other: unknown) =>
	String(one).toLowerCase() === String(other).toLowerCase();
const hasId = (id: unknown) => (typeof id === 'string' && id !== '') || typeof id === 'number';

/** Whether it is a command to a device, to which there is no record. */
const isCommand = (name: string) => /: (Cancel Payment|Print Receipt)$/.test(name);

/** Whether a record may be the output for an input. */
function isRight(name: string, record: IDataObject, { id }: IDataObject): boolean {
	const { method, path } = endpointFor(name);
	if (name.endsWith(': Delete')) return record.deleted === true && isSame(record.id, id);
	if (name === 'Subscription: Charge') {
		const isOther = !isSame(record.recurring_billing_id ?? id, id);
		return !isOther && (hasId(record.payment_id) || record.recovered === true);
	}
	if (isCommand(name)) return record.success === true;
	// The ID of a creation may be lost with the response; then the record is found by what was sent.
	if (method === 'POST' && isWrite(name)) return hasId(record.id) || record.recovered === true;
	const isListed = /: Get (Many|Charges|Transactions)$/.test(name);
	if (!isListed && /(_id|location)\}$/.test(path)) return isSame(record.id, id);
	return !Array.isArray(record) && (isListed || Object.keys(record).length > 0);
}

/** Runs an example for several items, while the responses to a method are odd. @returns the items that failed */
async function failedOf(name: string, times: number, output: string, method?: string) {
	const { parameters, items } = await ready(simulator, name, { output }, times);
	const odd = beOdd(simulator, `${name} ${output} ${method}`, method);
	if (name.endsWith(': Delete')) {
		// Nothing is deleted, or a lookup would show it.
		simulator.clearFaults();
		const body = () => odd.change('{"success":true,"message":"Deleted."}');
		simulator.fault({ method, times: Infinity, status: 200, body });
	}
	const options = { maxTries: 1 };
	const node = { onError: 'continueRegularOutput' } as const;
	const result = await run({ ...parameters, options }, { items, node });
	expect(result.error).toBeUndefined();
	expect(odd.answered.length).toBeGreaterThan(0);
	const failed = new Map<number, IDataObject>();
	for (const { json, pairedItem } of result.items) {
		const { item } = pairedItem as { item: number };
		if (typeof json.error === 'string') {
			failed.set(item, json);
			mustBeReadable(json.error, json.details);
		} else {
			expect([isRight(name, json, items[item]!), json]).toEqual([true, json]);
		}
	}
	return failed;
}

describe.each(['raw', 'simplified'])('whatever the response is, with Output %s', (output) => {
	const times = Math.ceil(ANSWERS / (output === 'raw' ? 1 : 3));

	test.each(everyOperation)(
		'%s ends with the right record, or with a message that says what to do',
		async (name) => {
			const { method } = endpointFor(name);
			const failed = await failedOf(name, times, output, method);

			if (isWrite(name)) {
				for (const json of failed.values()) {
					expect(JSON.stringify(json)).toMatch(unknownOutcome);
					expect(json.outcome).toBe('unknown');
				}
			}
			// Of a few, all may be unreadable by chance.
			if (times >= 40) expect(failed.size).toBeLessThan(times);
			// A record that was created or canceled is found all the same.
			const isMade = method === 'POST' && isWrite(name);
			const isFound = isMade || name === 'Subscription: Cancel';
			if (!isFound && times >= 10) expect(failed.size).toBeGreaterThan(0);
		},
	);
});

test.each(everyOperation.filter((name) => isWrite(name) && endpointFor(name).method === 'POST'))(
	'whatever the response is, also to reads before and after, %s sends nothing twice',
	async (name) => {
		const times = Math.ceil(ANSWERS / 3);
		await failedOf(name, times, 'raw');
		const sent = simulator.requests.filter(({ method }) => method === 'POST');
		expect(sent.length).toBeLessThanOrEqual(times);
	},
);

const { listSearch, loadOptions } = new Payments().methods;

test.each(Object.entries({ ...listSearch, ...loadOptions }))(
	'whatever the response is, a list to choose from by %s shows names and IDs, or says what to do',
	async (name, open) => {
		beOdd(simulator, `list ${name}`);
		await often(async (index) => {
			const context = contextOf(apiKeyOf(simulator));
			const { results } =
				open === getLocations || open === getProductCategories
					? { results: await open.call(context) }
					: await (open as typeof listSearch.searchCharges).call(context, index % 2 ? '' : 'a');
			for (const result of results) {
				mustBeReadable(result.name);
				expect(typeof result.value).toBe('string');
				expect(result.value).not.toBe('');
			}
		});
	},
);
