import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { operation, runnerOf } from '../run';
import { NOTHING, charges, refund } from './requests';

/* How bad input is reported: one message, with everything that is wrong with the item. */

const simulator = useSimulator();
const run = runnerOf(simulator);

/** Runs the node, which must stop before anything was sent. */
async function stopped(parameters: INodeParameters) {
	const { items: output, error } = await run(parameters);
	expect([output, simulator.requests]).toEqual([[], []]);
	return { message: error?.message, description: error?.description };
}

test('a day and decimals of an invoice that are wrong are named together', async () => {
	const invoice = operation('invoice', 'create', {
		customerName: 'Ann Tan',
		customerEmail: 'ann@example.com',
		invoiceDate: '01/11/2026',
		amount: 12.345,
		currency: 'SGD',
		additionalFields: { dueDate: '2026-11-10' },
	});
	const { message, description } = await stopped(invoice);
	expect(message).toBe(`'Invoice Date' is not a date: "01/11/2026"`);
	expect(description).toContain("'Amount' has more decimals than the currency: 12.345.");
	expect(description).not.toContain("'Due Date'");
});

test('each filter whose expression returned nothing is named once, and what to do about all of them', async () => {
	const remedy = 'Its expression returned nothing. Check the expression, or remove the filter.';
	const error = await stopped(
		charges({
			amountFrom: NOTHING,
			amountTo: '={{ null }}',
			createdFrom: NOTHING,
			createdTo: '2026-03-01',
			payoutId: { __rl: true, mode: 'id', value: NOTHING },
			search: NOTHING,
			statuses: NOTHING,
		}),
	);
	expect(error.message).toBe("'Amount From' is empty");
	const others = ['Amount To', 'Created From', 'Search', 'Payout', 'Statuses'];
	const described = others.map((label) => `'${label}' is empty.`);
	expect(error.description).toMatch(new RegExp(` ${remedy}$`));
	const sentences = error.description!.slice(0, -remedy.length - 1).split(/(?<=[.]) (?=')/);
	expect(sentences.sort()).toEqual(described.sort());
});

test('filters that were left empty in the editor have no expression to check', async () => {
	expect(await stopped(charges({ createdFrom: '', createdTo: '', search: '' }))).toEqual({
		message: "'Search' is empty",
		description:
			"'Created From' is empty. 'Created To' is empty. Enter a value, or remove the filter.",
	});
});

test('an error names everything that is wrong with the item', async () => {
	const error = await stopped(
		refund({ paymentId: 'x', amount: -1, additionalFields: { email: 'ann' } }),
	);
	expect(error.message).toBe('\'Charge\' is not a valid ID: "x"');
	expect(error.description).toContain("'Amount' is below zero: -1. Enter an amount above 0.");
	expect(error.description).toContain(
		'\'Email\' is not an email address: "ann". Enter an address such as ann@example.com.',
	);
});
