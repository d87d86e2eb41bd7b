/** Values that are refused: the message behind the label, the advice, and the values. */
export type Refused = [says: string, advice: string, values: unknown[]];

/** A kind of value. */
export interface Kind {
	refused: Refused[];
	/** Values that are accepted, each with what is sent. */
	accepted: Array<[entered: unknown, sent: unknown]>;
	/** The advice for a value that is required, and empty; by default, that for the first refused one. */
	whenEmpty?: string;
}
