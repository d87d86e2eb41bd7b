import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { Context } from '../run/context';
import { runOf, type Run } from '../run/run';
import { boolean } from '../validation/rules';
import { validate } from '../validation/validate';

/* 'Preview Only': an item ends where its request would be sent (docs/reliability.md, Preview). */

export const previewField: INodeProperties = {
	displayName: 'Preview Only',
	name: 'previewOnly',
	type: 'boolean',
	default: false,
	description:
		"Whether to check and read everything, but send nothing. The output shows the effect of a real run, in fields such as 'would_refund' or 'would_delete'.",
};

const rules = z.object({ previewOnly: boolean() });

const previewed = new WeakSet<Context>();

/**
 * Reads once whether an item is only previewed: an expression may return something else the next time.
 *
 * @param fields the parameters of the operation
 * @throws an error if an expression returns neither true nor false, such as that of a missing field
 */
export function readPreview(context: Context, fields: INodeProperties[]) {
	if (!fields.includes(previewField)) return;
	const previewOnly = context.getNodeParameter('previewOnly', false) as unknown;
	if (validate(context, rules, fields, { previewOnly }).previewOnly) previewed.add(context);
}

/** Returns whether nothing may be sent for an item. */
export function isPreview(context: Context): boolean {
	return previewed.has(context);
}

/** Ends an item in place of its request. */
export class Previewed extends Error {
	override readonly name = 'Previewed';

	/** @param record the output, which shows the effect of the request */
	constructor(readonly record: IDataObject) {
		super('Nothing was sent');
	}
}

/** A request that an item would send. */
interface Planned {
	item: number;
	/** As of `Sent`, in ten-thousandths. */
	moves: number;
	body: IDataObject;
}

/** The requests of the items of each run, by subject: the items after them count these. */
const plans = new WeakMap<Run, Map<string, Planned[]>>();

/** Returns the requests about a subject by earlier items of the same preview; none for an item that is sent. */
export function plannedFor(context: Context, subject: string): Planned[] {
	return (isPreview(context) && plans.get(runOf(context))?.get(subject)) || [];
}

/** Records that an item would send a request. */
export function plan(context: Context, subject: string, sent: Omit<Planned, 'item'>) {
	const ofRun = plans.get(runOf(context)) ?? new Map<string, Planned[]>();
	plans.set(runOf(context), ofRun);
	ofRun.set(subject, [...plannedFor(context, subject), { item: context.getItemIndex(), ...sent }]);
}
