/** Chooses one of several things that can happen: 0 is that nothing does. */
export type Choose = (alternatives: number) => number;

/** A path: what was chosen, in turn. */
export type Path = number[];

/**
 * Walks all paths with at most so many faults, depth first, each from its beginning.
 *
 * @param walk runs one path
 * @param maxFaults how many choices of a path may be other than 0
 * @param maxPaths after so many it ends
 * @returns how many there were
 */
export async function explore(
	walk: (choose: Choose, prefix: Path) => Promise<void>,
	maxFaults: number,
	maxPaths = Number.POSITIVE_INFINITY,
): Promise<number> {
	const open: Path[] = [[]];
	let paths = 0;
	while (open.length > 0 && paths < maxPaths) {
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
		for (let at = trail.length - 1; at >= prefix.length; at -= 1) {
			for (let other = 1; other < trail[at]!.alternatives; other += 1) {
				open.push([...path.slice(0, at), other]);
			}
		}
	}
	return paths;
}
