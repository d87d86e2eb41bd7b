/** What is counted; more is better only of `perSecond`. */
export type Unit = 'milliseconds' | 'perSecond' | 'megabytes' | 'kilobytes' | 'count';

/** What one contender showed in one case. */
export interface Figure {
	case: string;
	contender: string;
	unit: Unit;
	/** One value for each round, in turn with the other contenders of the case. */
	rounds: number[];
	median: number;
}

/** A case, in words. */
export interface Case {
	/** Such as `list@20`. */
	name: string;
	title: string;
	unit: Unit;
}

/** One contender of a case. */
export interface Contender {
	name: string;
	/** In how many rounds it takes part: those that take very long, in fewer. */
	rounds: number;
	/** Runs it once. @returns the figure. @throws Error when it did not do what it should */
	run(): Promise<number>;
}

/** All that was measured in one run of the bench. */
export class Results {
	readonly cases: Case[] = [];
	readonly figures: Figure[] = [];

	/** Where progress is told. */
	constructor(readonly say: (text: string) => void) {}

	/** Lets contenders run in turn: in each round all of them once. */
	async inTurn(about: Case, contenders: Contender[]): Promise<void> {
		const most = Math.max(...contenders.map(({ rounds }) => rounds));
		for (let round = 1; round <= most; round += 1) {
			const shown: string[] = [];
			for (const contender of contenders) {
				if (round > contender.rounds) continue;
				const value = await contender.run();
				this.add(about, contender.name, value);
				shown.push(`${contender.name} ${inWords(value, about.unit)}`);
			}
			this.say(`${about.title}, round ${round}: ${shown.join(', ')}`);
		}
	}

	add(about: Case, contender: string, value: number): void {
		if (!this.cases.some(({ name }) => name === about.name)) this.cases.push(about);
		let figure = this.of(about.name, contender);
		if (!figure) {
			figure = { case: about.name, contender, unit: about.unit, rounds: [], median: 0 };
			this.figures.push(figure);
		}
		figure.rounds.push(value);
		figure.median = median(figure.rounds);
	}

	/** The median of a contender in a case, if it took part. */
	median(inCase: string, contender: string): number | undefined {
		return this.of(inCase, contender)?.median;
	}

	private of(inCase: string, contender: string): Figure | undefined {
		return this.figures.find((one) => one.case === inCase && one.contender === contender);
	}
}

/** The value in the middle, or between the two in the middle. */
export function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** A figure for people. */
export function inWords(value: number, unit: Unit): string {
	switch (unit) {
		case 'milliseconds':
			return value < 1000 ? `${short(value)} ms` : `${short(value / 1000)} s`;
		case 'perSecond':
			return `${short(value)}/s`;
		case 'megabytes':
			return `${short(value)} MB`;
		case 'kilobytes':
			return `${short(value)} KB`;
		case 'count':
			return short(value);
	}
}

/** Three digits that say something, such as 0.123, 1.23, 12.3 and 123. */
export function short(value: number): string {
	return String(Number(value.toPrecision(3)));
}
