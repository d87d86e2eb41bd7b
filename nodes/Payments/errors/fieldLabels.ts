import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** A message of the Payments API for a user. */
interface LabelledMessage {
	text: string;
	/** The labels in it, in quotation marks, each once. */
	labels: string[];
}

/**
 * Puts the labels of the parameters into a message of the Payments API: users do not know the names of its fields.
 * `The redirect_url field is required` becomes `'Redirect URL' is required`, and `paynow_online` PayNow.
 *
 * @param fields the operation's parameters
 */
export function withFieldLabels(message: string, fields: INodeProperties[]): LabelledMessage {
	const all = fields.flatMap((field) => [
		field,
		...(field.type === 'collection' ? (field.options as INodeProperties[]) : []),
	]);
	const labels = new Map<string, string>();
	for (const { routing, displayName } of all) {
		const name = routing?.send?.property;
		if (name && !labels.has(name)) labels.set(name, `'${displayName}'`);
	}
	let text = message;
	// The longest first, since one name may be a part of another.
	for (const name of [...labels.keys()].sort((a, b) => b.length - a.length)) {
		text = text.replace(patternOf(name), `$<before>${labels.get(name)}`);
	}
	// The label of a line, in front of a sentence that begins with it.
	text = text.replace(/('[^']+'): (?=\1)/g, '');
	for (const { name, value } of all.flatMap(choicesOf)) {
		text = text.replace(new RegExp(`\\b${value}\\b`, 'g'), name);
	}
	return { text, labels: [...new Set(labels.values())].filter((label) => text.includes(label)) };
}

/**
 * Returns a pattern for the name of a field. A name that is no ordinary word is found anywhere. Other names are found
 * only at the beginning of a line (`amount: ...`) or of a sentence (`The amount ...`), with blanks or underscores.
 */
function patternOf(name: string): RegExp {
	const inWords = `(?<before>^|[.:;] )(?:The ${name.replaceAll('_', '[_ ]')}\\b|${name}(?=[.\\w*]*: ))`;
	const anywhere = name.includes('_') ? `|(?:\\bthe )?["'\`]?\\b${name}\\b["'\`]?` : '';
	return new RegExp(`(?:${inWords}${anywhere})(?:\\.[\\w*]+)*(?: field\\b)?`, 'g');
}

/** Returns the choices of a parameter whose values are no ordinary words. */
function choicesOf({ type, options }: INodeProperties): INodePropertyOptions[] {
	if (!['options', 'multiOptions'].includes(type)) return [];
	return ((options ?? []) as INodePropertyOptions[]).filter(({ value }) =>
		/^\w+_\w+$/.test(String(value)),
	);
}
