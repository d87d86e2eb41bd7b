/** The unit of a figure; only for `perSecond`, more is better. */
export type Unit = 'milliseconds' | 'perSecond' | 'megabytes' | 'count';

/** The result of a candidate in a case. */
export interface Figure {
	case: string;
	candidate: string;
	unit: Unit;
	/** One value for each round; the candidates take turns. */
	rounds: number[];
	median: number;
}

/** A case with its title. */
export interface Case {
	/** Such as `list@20`. */
	name: string;
	title: string;
	unit: Unit;
}

/** One candidate of a case. */
export interface Candidate {
	name: string;
	/** The number of rounds, fewer for slow candidates. */
	rounds: number;
	/** Runs it once. @returns the figure. @throws Error when its output is wrong */
	run(): Promise<number>;
}

/** The results of a run of the bench. */
export class Results {
	readonly cases: Case[] = [];
	readonly figures: Figure[] = [];

	/**
	 * @param print reports progress
	 * @param maxRounds the maximum number of rounds of a candidate
	 */
	constructor(
		readonly print: (text: string) => void,
		private readonly maxRounds = Number.POSITIVE_INFINITY,
	) {}

	/** Runs the candidates in turn: each once a round. */
	async inTurn(about: Case, candidates: Candidate[]): Promise<void> {
		const most = Math.min(this.maxRounds, Math.max(...candidates.map(({ rounds }) => rounds)));
		for (let round = 1; round <= most; round += 1) {
			const shown: string[] = [];
			for (const candidate of candidates) {
				if (round > candidate.rounds) continue;
				const value = await candidate.run();
				this.add(about, candidate.name, value);
				shown.push(`${candidate.name} ${formatted(value, about.unit)}`);
			}
			this.print(`${about.title}, round ${round}: ${shown.join(', ')}`);
		}
	}

	/** Adds what others have. */
	addAll({ cases, figures }: Pick<Results, 'cases' | 'figures'>): void {
		for (const about of cases) {
			for (const { candidate, rounds } of figures.filter((figure) => figure.case === about.name)) {
				for (const value of rounds) this.add(about, candidate, value);
			}
		}
	}

	add(about: Case, candidate: string, value: number): void {
		if (!this.cases.some(({ name }) => name === about.name)) this.cases.push(about);
		let figure = this.of(about.name, candidate);
		if (!figure) {
			figure = { case: about.name, candidate, unit: about.unit, rounds: [], median: 0 };
			this.figures.push(figure);
		}
		figure.rounds.push(value);
		figure.median = median(figure.rounds);
	}

	/** Returns the median of a candidate in a case, if it took part. */
	median(inCase: string, candidate: string): number | undefined {
		return this.of(inCase, candidate)?.median;
	}

	private of(inCase: string, candidate: string): Figure | undefined {
		return this.figures.find((one) => one.case === inCase && one.candidate === candidate);
	}
}

/** Returns the middle value, or the mean of the two in the middle. */
export function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** Formats a figure with its unit. */
export function formatted(value: number, unit: Unit): string {
	switch (unit) {
		case 'milliseconds':
			return value < 1000 ? `${short(value)} ms` : `${short(value / 1000)} s`;
		case 'perSecond':
			return `${short(value)}/s`;
		case 'megabytes':
			return `${short(value)} MB`;
		case 'count':
			return short(value);
	}
}

/** Rounds to three significant digits, such as 0.123, 1.23, 12.3 and 123. */
export function short(value: number): string {
	return String(Number(value.toPrecision(3)));
}
