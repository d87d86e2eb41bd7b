import { names } from './names.mjs';
import type { Results } from './results.mjs';

/** A target, as a ratio of two figures of the same run. */
export interface Target {
	case: string;
	/** The text, including the bound. */
	wanted: string;
	/** The side of the bound that meets the target. */
	is: 'at least' | 'at most';
	bound: number;
	/** Returns undefined when the run did not measure it. */
	measure(results: Results): number | undefined;
	/** A reachable value if the bound is not; docs/benchmarks.md explains why. */
	reachable?: number;
}

/** A target with its result. */
export interface Outcome extends Target {
	measured: number;
	isReached: boolean;
	/** Whether it is missed by more than a half, which a busy machine does not explain. */
	isFarOff: boolean;
}

/** Returns the ratio of the medians of two candidates. */
function times(inCase: string, one: string, other: string) {
	return (results: Results) => ratio(results.median(inCase, one), results.median(inCase, other));
}

function ratio(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined || other === undefined ? undefined : one / other;
}

/** The targets of a list at 20 ms latency. */
function ofList(inCase: string, list: string): Target[] {
	return [
		{
			case: `${list}, 20 ms latency`,
			wanted: "at least 4 times faster than the bare loop at the API's default page size",
			is: 'at least',
			bound: 4,
			measure: times(inCase, names.bare25, names.parallel),
		},
		{
			case: `${list}, 20 ms latency, one chain of pages`,
			wanted: 'at most 1.10 times the time of the bare loop at the same page size',
			is: 'at most',
			bound: 1.1,
			measure: times(inCase, names.chain, names.bare100),
		},
		{
			case: `${list}, 20 ms latency`,
			wanted: 'at least 3 times faster than the bare loop at the same page size',
			is: 'at least',
			bound: 3,
			measure: times(inCase, names.bare100, names.parallel),
		},
		{
			case: `${list}, 20 ms latency`,
			wanted: 'at least 3 times faster than the HTTP Request node at its best setting',
			is: 'at least',
			bound: 3,
			measure: times(inCase, names.http100, names.parallel),
		},
	];
}

/** All targets. */
export const targets: Target[] = [
	...ofList('list@20', 'List of charges'),
	...ofList('long@20', 'List of 100,000 charges'),
	{
		case: 'Refunds under a rate limit',
		wanted: 'at least 95 % of the rate that the limit allows',
		is: 'at least',
		bound: 0.95,
		measure: times('refundRate', names.thisNode, names.limit),
	},
	{
		case: 'Refunds under a rate limit',
		wanted: 'none failed',
		is: 'at most',
		bound: 0,
		measure: (results) => results.median('refundsFailed', names.thisNode),
	},
	{
		case: 'Charge: Get, 8 at the same time',
		wanted: 'at most 1.15 times the ideal (items / 8 × latency)',
		is: 'at most',
		bound: 1.15,
		measure: times('gets', names.thisNode, names.ideal),
	},
	{
		case: 'For each item, no latency',
		wanted: "at most half of the HTTP Request node's time with the same credential",
		is: 'at most',
		bound: 0.5,
		reachable: 0.75,
		measure: times('engine', names.thisNode, names.httpSame),
	},
	{
		case: 'Payments Trigger with signature check',
		wanted: "at least 0.9 of the plain Webhook node's deliveries a second",
		is: 'at least',
		bound: 0.9,
		reachable: 0.5,
		measure: times('deliveries', names.trigger, names.webhook),
	},
	{
		case: 'Peak memory, 100,000 charges, simplified',
		wanted: 'at most a third of raw',
		is: 'at most',
		bound: 1 / 3,
		measure: times('memory@100000', names.simplified, names.raw),
	},
	{
		case: 'Memory from 10,000 to 100,000 charges',
		wanted: 'at most 10.5 times',
		is: 'at most',
		bound: 10.5,
		measure: growth('memory@10000', 'memory@100000', names.simplified),
	},
	{
		case: 'Time from 10,000 to 100,000 charges, 20 ms latency',
		wanted: 'at most 10.5 times',
		is: 'at most',
		bound: 10.5,
		measure: growth('list@20', 'long@20', names.parallel),
	},
	{
		case: 'Time from 10,000 to 100,000 charges, 20 ms latency, one chain of pages',
		wanted: 'at most 10.5 times',
		is: 'at most',
		bound: 10.5,
		measure: growth('list@20', 'long@20', names.chain),
	},
];

function growth(from: string, to: string, name: string) {
	return (results: Results) => ratio(results.median(to, name), results.median(from, name));
}

/** Returns the outcomes of the targets that a run measured. */
export function outcomesOf(results: Results): Outcome[] {
	return targets.flatMap((target) => {
		const measured = target.measure(results);
		return measured === undefined ? [] : [{ ...target, ...judge(target, measured) }];
	});
}

function judge({ is, bound, reachable = bound }: Target, measured: number) {
	const isReached = is === 'at least' ? measured >= bound : measured <= bound;
	const isOff = is === 'at least' ? measured < reachable / 2 : measured > reachable * 1.5;
	return { measured, isReached, isFarOff: isOff };
}
