/** Chooses one of several things that can happen: 0 is that nothing does. */
export type Choose = (alternatives: number) => number;

/** Something that happens on a path, after so many choices at which nothing does. */
export interface Planned {
	skipped: number;
	/** Selects one of the alternatives. */
	fault: number;
}

/** Returns a function that chooses what is planned, in turn. */
export function planned(faults: Planned[]): Choose {
	const left = faults.map((one) => ({ ...one }));
	return (alternatives) => {
		const [next] = left;
		if (!next || alternatives < 2) return 0;
		next.skipped -= 1;
		if (next.skipped >= 0) return 0;
		left.shift();
		return 1 + (next.fault % (alternatives - 1));
	};
}

/** A path: what was chosen, in turn. */
export type Path = number[];

/** Which paths are walked. */
export interface Reach {
	/** How many choices of a path may be other than 0. */
	maxFaults: number;
	/** Of the paths with one fault, one in so many is walked, by its number. By default all. */
	oneFaultIn?: number;
	/** Of the paths with two faults and more, one in so many is walked, by its number. By default all. */
	oneIn?: number;
}

/**
 * Walks paths depth first, each from its beginning.
 *
 * @param walk runs one path
 * @returns how many there were
 */
export async function explore(
	walk: (choose: Choose, prefix: Path) => Promise<void>,
	{ maxFaults, oneFaultIn = 1, oneIn = 1 }: Reach,
): Promise<number> {
	const open: Path[] = [[]];
	let paths = 0;
	let singles = 0;
	let pairs = 0;
	while (open.length > 0) {
		const prefix = open.pop()!;
		const trail: Array<{ chosen: number; alternatives: number }> = [];
		let faults = 0;
		await walk((alternatives) => {
			const chosen = prefix[trail.length] ?? 0;
			const isLast = faults === maxFaults;
			trail.push({ chosen, alternatives: isLast ? 1 : alternatives });
			if (chosen > 0) faults += 1;
			return chosen;
		}, prefix);
		paths += 1;
		const path = trail.map(({ chosen }) => chosen);
		const isPair = faults > 0;
		for (let at = trail.length - 1; at >= prefix.length; at -= 1) {
			for (let other = 1; other < trail[at]!.alternatives; other += 1) {
				if (isPair) pairs += 1;
				else singles += 1;
				const isWalked = isPair ? pairs % oneIn === 0 : singles % oneFaultIn === 0;
				if (isWalked) open.push([...path.slice(0, at), other]);
			}
		}
	}
	return paths;
}

/**
 * Walks paths until so many were violations; the others are left out.
 *
 * @param walk runs one path, and returns its violation if it is one
 */
export async function findViolations<V>(
	walk: (choose: Choose, path: Path) => Promise<V | undefined>,
	reach: Reach,
	maxViolations: number,
): Promise<{ paths: number; violations: V[] }> {
	const violations: V[] = [];
	const paths = await explore(async (choose, path) => {
		if (violations.length >= maxViolations) return;
		const violation = await walk(choose, path);
		if (violation) violations.push(violation);
	}, reach);
	return { paths, violations };
}
