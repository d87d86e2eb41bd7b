/** A message to users when an item or a node stops. */
export interface Message {
	/** The cause, without a full stop. */
	message: string;
	/** The remedy: whole sentences. */
	description: string;
}

/**
 * An entry of the catalogue: a whole message, or one without a description, or one or more sentences of a description.
 * A function only inserts its arguments, so that the tests can read every entry.
 */
type Entry = Message | Pick<Message, 'message'> | string;

/** A part of the catalogue. Every message in it has a row in docs/errors.md. */
export type Section = Record<string, Entry | ((...values: never[]) => Entry)>;

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** Returns a number as it is counted: 1st, 2nd, 3rd, 4th. */
export function ordinal(number: number): string {
	return `${number}${suffixes[ordinals.select(number)]}`;
}

/** Puts the label of a parameter in front of a message. */
export function withLabel(label: string, message: string): string {
	return `'${label}' ${message}`;
}

/** The same for an entry of a collection. @param number of the entry, from 1 @param part the label of its parameter */
export function withEntryLabel(
	label: string,
	number: number,
	part: string | undefined,
	message: string,
): string {
	const entry = `entry ${number} of '${label}'`;
	return part === undefined
		? `E${entry.slice(1)} ${message}`
		: withLabel(part, `in ${entry} ${message}`);
}

/** Puts a value that was refused behind a message. */
export function withValue(refusal: Message, value: string | number | undefined): Message {
	if (value === undefined) return refusal;
	return { ...refusal, message: `${refusal.message}: ${value}` };
}
