import type { Case, Run, Said } from './cases/case';
import { findViolations, type Choose, type Path, type Reach } from './explore';
import type { World } from './world';

/** A path on which a promise was broken. */
export interface Violation {
	case: string;
	path: Path;
	found: string[];
	/** The requests and outputs, for a reader. */
	log: string;
}

/** The result of all paths of a case. */
export interface Walked {
	paths: number;
	items: number;
	unconfirmed: number;
	violations: Violation[];
}

/** Why a request may end unconfirmed after a single fault. */
const UNCONFIRMED = /^(F1|F7)/;

/** Walks paths of a case. @param maxViolations after so many, the others are left out */
export async function walkCase(
	world: World,
	one: Case,
	reach: Reach,
	maxViolations = Number.POSITIVE_INFINITY,
): Promise<Walked> {
	const counts = { items: 0, unconfirmed: 0 };
	const walkOne = async (choose: Choose, path: Path): Promise<Violation | undefined> => {
		const { said, found, log } = await walkPath(world, one, choose);
		counts.items += said.length;
		counts.unconfirmed += said.filter(({ isUnconfirmed }) => isUnconfirmed).length;
		return found.length > 0 ? { case: one.name, path, found, log } : undefined;
	};
	return { ...(await findViolations(walkOne, reach, maxViolations)), ...counts };
}

/** Walks one path of a case. */
export async function walkPath(world: World, one: Case, choose: Choose) {
	await world.begin();
	const { runs, judge } = await one.begin(world);
	// Every read shows what there is.
	await world.clock.pass(50_000);
	world.front.begin(choose, one.hides, one.ahead);
	const said = await world.clock.run(runAll(world, runs));
	// Late and pending changes end.
	await world.clock.pass(1_000_000);
	const { arrivals } = world.front;
	const faults = arrivals.map(({ fault }) => fault).filter(Boolean);
	const isInPreview = ({ run }: Said) => runs[run]!.isPreview;
	const isPreview = (one: Said) => isInPreview(one) || one.asked.isPreview === 1;
	const all = judge(said.filter((one) => !isPreview(one)));
	if (said.some((one) => isInPreview(one) && one.writes > 0)) all.push('double: by a preview');
	const isRefusedThoughMade = faults.some((name) => name.startsWith('W'));
	const found = isRefusedThoughMade ? all.filter((text) => text.startsWith('double')) : all;
	if (faults.length === 0 && said.some(({ error }) => error && !MAY_FAIL.test(error))) {
		found.push('failed without a fault');
	}
	const isNeedless = faults.length === 1 && !UNCONFIRMED.test(faults[0]!) && !isRefusedThoughMade;
	if (isNeedless && !one.mayStayUnconfirmed && said.some(({ isUnconfirmed }) => isUnconfirmed)) {
		found.push('needlessly unconfirmed');
	}
	const requests = arrivals.map(
		({ at, method, url, fault, status, body }) =>
			`${((at - arrivals[0]!.at) / 1000).toFixed(1)} ${method} ${url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => id.slice(0, 4)).slice(0, 60)} ${method === 'GET' ? '' : body.slice(0, 90)} → ${fault} ${status ?? 'cut'}`,
	);
	const words = said.map(
		({ run, item, error, json }) =>
			`run ${run} item ${item}: ${error ? `${error} | ${JSON.stringify(json.details ?? '').slice(0, 160)}` : JSON.stringify(json).slice(0, 140)}`,
	);
	return { said, found, log: [...requests, ...words].join('\n') };
}

/** Truly nothing is left, or it is pending still. */
const MAY_FAIL =
	/already fully refunded|transfer with this reference|still pending|no record with this ID|not found/i;

async function runAll(world: World, runs: Run[]): Promise<Said[]> {
	const said: Said[] = [];
	const running: Array<Promise<void>> = [];
	for (const [index, run] of runs.entries()) {
		if (!run.isAtOnce) await Promise.all(running.splice(0));
		if (run.pause) await new Promise<void>((resolve) => world.clock.add(resolve, run.pause!));
		if (run.isAfterRestart) world.restart();
		// A person previews once the service is well again.
		if (run.isWell) world.front.mend();
		await run.before?.();
		running.push(runOne(world, run, index, said));
	}
	await Promise.all(running);
	return said.sort((one, other) => one.run - other.run || one.item - other.item);
}

async function runOne(world: World, run: Run, index: number, said: Said[]) {
	const { arrivals } = world.front;
	const before = arrivals.length;
	const { outputs, stopped } = await world.run(run);
	const writes = arrivals.slice(before).filter(({ method }) => method !== 'GET').length;
	for (const [item, asked] of run.items.entries()) {
		const json = outputs.find(
			({ pairedItem }) => (pairedItem as { item: number }).item === item,
		)?.json;
		if (json) {
			const error = json.error as string | undefined;
			const isUnconfirmed = saysUnconfirmed(error);
			const isUnsure = isUnconfirmed;
			said.push({ run: index, item, asked, writes, json, error, isUnconfirmed, isUnsure });
		} else if (stopped) {
			// The node stopped: the message is about one item, and others may have been handled.
			const isOnly = run.items.length === 1;
			const { message } = stopped;
			const json = { details: stopped.description };
			const isUnconfirmed = saysUnconfirmed(message);
			const isUnsure = !isOnly || isUnconfirmed;
			const error = message;
			said.push({ run: index, item, asked, writes, json, error, isUnconfirmed, isUnsure });
		}
	}
}

function saysUnconfirmed(error: string | undefined): boolean {
	return error?.startsWith('Could not confirm') ?? false;
}
