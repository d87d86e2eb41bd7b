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
}

/** A target with its result. */
export interface Outcome extends Target {
	measured: number;
	isReached: boolean;
	/** Whether it is missed by more than a third, which a slow or busy machine does not explain: much of a list is processor time. */
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
			wanted: "at most 1.05 times the HTTP Request node's time at the same page size",
			is: 'at most',
			bound: 1.05,
			measure: times(inCase, names.chain, names.http100),
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

/** The targets of a list over TLS, at a round trip of 40 ms. @param faster than the HTTP Request node */
function ofFarList(inCase: string, list: string, faster: number): Target[] {
	return [
		{
			case: `${list}, TLS, 40 ms round trip`,
			wanted: `at least ${faster} times faster than the HTTP Request node at its best setting`,
			is: 'at least',
			bound: faster,
			measure: times(inCase, names.http100, names.parallel),
		},
		{
			case: `${list}, TLS, 40 ms round trip`,
			wanted: 'at least 2 times faster than the bare loop at the same page size',
			is: 'at least',
			bound: 2,
			measure: times(inCase, names.bare100, names.parallel),
		},
	];
}

/** The targets of refunds under a rate limit. */
function ofRefunds(inCase: string, limit: string): Target[] {
	return [
		{
			case: `Refunds, ${limit}`,
			wanted: 'at least 95 % of the rate that the limit allows',
			is: 'at least',
			bound: 0.95,
			measure: times(`${inCase}Rate`, names.thisNode, names.limit),
		},
		{
			case: `Refunds, ${limit}`,
			wanted: 'none failed',
			is: 'at most',
			bound: 0,
			measure: (results) => results.median(`${inCase}Failed`, names.thisNode),
		},
	];
}

/** All targets. */
export const targets: Target[] = [
	...ofList('list@20', 'List of charges'),
	...ofList('long@20', 'List of 100,000 charges'),
	...ofFarList('far@40', 'List of charges', 6),
	...ofFarList('farLong@40', 'List of 100,000 charges', 7),
	...ofRefunds('refunds', '20 requests a second'),
	...ofRefunds('refundsSecond', '50 requests a second'),
	...ofRefunds('refundsMinute', '600 requests a minute'),
	{
		case: 'Charge: Get, 8 at the same time',
		wanted: 'at most 1.10 times the time of the empty node',
		is: 'at most',
		bound: 1.1,
		measure: times('gets', names.thisNode, names.emptyNode),
	},
	{
		case: "n8n's processor time for an item",
		wanted: 'at most 1.10 times that of the empty node',
		is: 'at most',
		bound: 1.1,
		measure: times('engine', names.thisNode, names.emptyNode),
	},
	{
		case: 'Payments Trigger with signature check',
		wanted: "at least 0.95 of the empty trigger's notifications for n8n's processor time",
		is: 'at least',
		bound: 0.95,
		measure: times('deliveriesCpu', names.trigger, names.emptyTrigger),
	},
	{
		case: 'A signed notification under a flood of forged ones',
		wanted: "at most 1.20 times the empty trigger's time",
		is: 'at most',
		bound: 1.2,
		measure: times('flood', names.trigger, names.emptyTrigger),
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
		case: 'Memory from 1,000 to 10,000 refunds',
		wanted: 'at most 10.5 times',
		is: 'at most',
		bound: 10.5,
		measure: growth('refundMemory@1000', 'refundMemory@10000', names.thisNode),
	},
	{
		case: 'Time from 100,000 to 1,000,000 charges, 20 ms latency',
		wanted: 'at most 10.5 times',
		is: 'at most',
		bound: 10.5,
		measure: growth('long@20', 'million@20', names.parallel),
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

function judge({ is, bound }: Target, measured: number) {
	const isReached = is === 'at least' ? measured >= bound : measured <= bound;
	const isOff = is === 'at least' ? measured < (bound * 2) / 3 : measured > (bound * 4) / 3;
	return { measured, isReached, isFarOff: isOff };
}
