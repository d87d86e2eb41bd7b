import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/*
 * The words that a user sees when something is wrong, read from the sources: what is given to the
 * functions and classes that make an error, with … for what varies.
 */

const root = path.join(__dirname, '../..');

/** Which argument says what happened, and which what to do; of an object, that property of it. */
interface Teller {
	what: [argument: number, property?: string];
	remedy?: [argument: number, property?: string];
	/** What the message begins with. */
	before?: string;
}

/** A table of names that anything may have, toString included. */
function tableOf<T = string>(rows: Record<string, T>): ReadonlyMap<string, T> {
	return new Map(Object.entries(rows));
}

/** What makes the words that a user sees. */
const tellers = tableOf<Teller>({
	stop: { what: [1], remedy: [2] },
	// Read after the label of the parameter.
	says: { what: [0], remedy: [1], before: "'…' " },
	issue: { what: [2], remedy: [3], before: "'…' " },
	NodeOperationError: { what: [1], remedy: [2, 'description'] },
	NodeApiError: { what: [2, 'message'], remedy: [2, 'description'] },
	// Has remedies of its own.
	unexpected: { what: [1] },
	// There is no place for a remedy beside these: the first has it in it, the second is answered to whoever
	// sent a notification, the third is a field of the output.
	UserError: { what: [0] },
	// Becomes an error of n8n with a remedy of its own.
	NoData: { what: [0] },
	Refused: { what: [1] },
	without: { what: [1], before: 'Not made: ' },
});

/** Makers of errors that are never shown, and why. */
const internal = tableOf({
	'transport/failure.ts, withoutSecrets: new Error(safeMessage)':
		'what n8n threw, read by readFailure',
	NotBegun: 'the item of a run that is over comes out as nothing',
	'transport/failure.ts, asNotFound: new Error(message)':
		"the service's words, read by readFailure",
	"webhook/service.ts, pagesOf: new Error('The service did not answer with a list')":
		'answered as one that can not be checked right now',
});

/** Expressions that stand for words that are not ours, or are looked at elsewhere, and why. */
const foreign = tableOf({
	"transport/errors.ts, toNodeError: words.join('; ').replaceAll('.;', ';')": 'the service',
	'transport/errors.ts, toNodeError: description': 'n8n',
	'transport/errors.ts, fallback: message': 'n8n',
	'transport/picture.ts, add: (thrown as Error).message': 'n8n, which keeps the file',
	'transport/check.ts, checkValues: what': 'given to says()',
	'transport/check.ts, checkValues: remedy': 'given to says()',
	'webhook/register.ts, wanted: what': 'given to says()',
	'webhook/register.ts, wanted: remedy': 'given to says()',
});

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.join(root, folder, name)),
);
const program = ts.createProgram(sources, {
	target: ts.ScriptTarget.ES2022,
	module: ts.ModuleKind.Node16,
	moduleResolution: ts.ModuleResolutionKind.Node16,
	types: [],
});
const checker = program.getTypeChecker();
const files = sources.map((name) => program.getSourceFile(name)!);

type Call = ts.CallExpression | ts.NewExpression;

/** All calls of a function or class by what it is, under whatever name. */
const calls = new Map<ts.Symbol, Call[]>();

/** The messages that rules give to zod. */
const ofRules: ts.Expression[] = [];

/** What the credentials' own tests say. */
const ofTests: ts.Expression[] = [];

function visit(node: ts.Node) {
	if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
		const symbol = symbolOf(node.expression);
		if (symbol) calls.set(symbol, [...(calls.get(symbol) ?? []), node]);
	}
	const isShort = ts.isShorthandPropertyAssignment(node);
	if (isShort || ts.isPropertyAssignment(node)) {
		const isMessage = /^(message|invalid_type_error|required_error)$/.test(node.name.getText());
		const { text, fileName } = node.getSourceFile();
		const value = isShort ? node.name : node.initializer;
		if (isMessage && text.includes("from 'zod'")) ofRules.push(value);
		if (isMessage && fileName.startsWith(path.join(root, 'credentials'))) ofTests.push(value);
	}
	ts.forEachChild(node, visit);
}
files.forEach(visit);

function symbolOf(node: ts.Node): ts.Symbol | undefined {
	const { parent } = node;
	const symbol =
		ts.isShorthandPropertyAssignment(parent) && parent.name === node
			? checker.getShorthandAssignmentValueSymbol(parent)
			: checker.getSymbolAtLocation(node);
	return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Where an expression is, and what it is: `transport/errors.ts, fallback: message`. */
function placed(node: ts.Node): string {
	const file = path.relative(root, node.getSourceFile().fileName).replace('nodes/Payments/', '');
	const outer = ts.findAncestor(node, (one) => ts.isFunctionLike(one) && one.name !== undefined);
	const name = (outer as ts.FunctionLikeDeclaration | undefined)?.name?.getText() ?? '';
	return `${file}, ${name}: ${node.getText()}`;
}

/** An expression, for the one who has to look at it. */
function shown(node: ts.Node): string {
	const file = node.getSourceFile();
	const { line } = file.getLineAndCharacterOfPosition(node.getStart());
	return `${node.getText()} at ${path.relative(root, file.fileName)}:${line + 1}`;
}

/** An expression whose words can not be told. */
class Unknown extends Error {
	constructor(node: ts.Node) {
		super(shown(node));
	}
}

const usedForeign = new Set<string>();

/** What stands in place of … */
const holes = new Set<ts.Expression>();

/** What a text may be. @param within what is being looked at already */
function textsOf(node: ts.Expression, within: ts.Node[] = []): string[] {
	if (within.includes(node)) return [];
	const next = (one: ts.Expression) => textsOf(one, [...within, node]);
	const name = placed(node);
	if (foreign.has(name)) {
		usedForeign.add(name);
		return [];
	}
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isTemplateExpression(node)) {
		const { head, templateSpans: spans } = node;
		for (const { expression } of spans) holes.add(expression);
		const text = [head.text, ...spans.map(({ literal }) => literal.text)].join('…');
		// The item is added to what others say.
		return text === '… [item …]' ? next(spans[0]!.expression) : [text];
	}
	if (ts.isParenthesizedExpression(node)) return next(node.expression);
	if (ts.isConditionalExpression(node)) return [...next(node.whenTrue), ...next(node.whenFalse)];
	if (ts.isBinaryExpression(node)) {
		const { left, operatorToken, right } = node;
		if (['??', '||'].includes(operatorToken.getText())) return [...next(left), ...next(right)];
		if (operatorToken.getText() === '&&') return next(right);
	}
	if (ts.isIdentifier(node)) {
		if (node.text === 'undefined') return [];
		const declared = symbolOf(node)?.valueDeclaration;
		const constant = valueOf(declared);
		if (constant) return next(constant);
		if (declared && ts.isParameter(declared)) return givenTo(declared, node).flatMap(next);
	}
	if (ts.isElementAccessExpression(node)) {
		const table = valueOf(symbolOf(node.expression)?.valueDeclaration);
		if (table && ts.isObjectLiteralExpression(table))
			return table.properties.flatMap((one) => next((one as ts.PropertyAssignment).initializer));
	}
	if (ts.isCallExpression(node)) {
		const made = functionOf(symbolOf(node.expression));
		if (made) return returned(made).flatMap(next);
	}
	throw new Unknown(node);
}

/** What a variable of ours begins with. */
function valueOf(declared: ts.Node | undefined): ts.Expression | undefined {
	if (!declared || declared.getSourceFile().isDeclarationFile) return undefined;
	return ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
}

/** The function of ours that a name stands for. */
function functionOf(symbol: ts.Symbol | undefined): ts.FunctionLikeDeclaration | undefined {
	const declared = symbol?.valueDeclaration;
	if (declared && ts.isFunctionDeclaration(declared)) return declared;
	const value = valueOf(declared);
	return value && ts.isArrowFunction(value) ? value : undefined;
}

/** What is given for a parameter in all calls; those of a teller are looked at as such. */
function givenTo(parameter: ts.ParameterDeclaration, used: ts.Node): ts.Expression[] {
	const made = parameter.parent;
	const name = ts.isFunctionDeclaration(made)
		? made.name
		: ts.isVariableDeclaration(made.parent)
			? made.parent.name
			: undefined;
	const symbol = name && symbolOf(name);
	if (!symbol) throw new Unknown(used);
	const index = made.parameters.indexOf(parameter);
	const teller = tellers.get(symbol.name);
	if (teller && [teller.what[0], teller.remedy?.[0]].includes(index)) return [];
	const given = (calls.get(symbol) ?? []).map((call) => call.arguments?.[index]);
	return [...given, parameter.initializer].filter((one) => one !== undefined);
}

/** What a function may return. */
function returned({ body }: ts.FunctionLikeDeclaration): ts.Expression[] {
	if (!body || !ts.isBlock(body)) return body ? [body] : [];
	const found: ts.Expression[] = [];
	const look = (node: ts.Node) => {
		if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
		if (!ts.isFunctionLike(node)) ts.forEachChild(node, look);
	};
	ts.forEachChild(body, look);
	return found;
}

function argumentOf(call: Call, [index, property]: [number, string?]): ts.Expression | undefined {
	const given = call.arguments?.[index];
	if (!given || property === undefined) return given;
	// As it is, it can not be told.
	if (!ts.isObjectLiteralExpression(given)) return given;
	const found = given.properties.find((one) => one.name?.getText() === property);
	if (found && ts.isShorthandPropertyAssignment(found)) return found.name;
	return found && (found as ts.PropertyAssignment).initializer;
}

/** Something that the code says, and where. */
interface Told {
	text: string;
	at: string;
}

/** Arguments that are no text that can be told: neither written out nor known above. */
export const unknown: string[] = [];

/** Messages without a remedy, though there is a place for one. */
export const bare: string[] = [];

function tell(node: ts.Expression, before = ''): Told[] {
	try {
		return textsOf(node).map((text) => ({ text: before + text, at: shown(node) }));
	} catch (thrown) {
		if (!(thrown instanceof Unknown)) throw thrown;
		unknown.push(thrown.message);
		return [];
	}
}

/** What is said before anything is done about it: what happened. Without the item. */
export const messages: Told[] = [];

/** What to do, where it is said beside what happened. */
export const remedies: Told[] = [];

/** What happened and what to do, where n8n shows one text only. */
export const both: Told[] = ofTests.flatMap((one) => tell(one));

for (const [symbol, all] of calls) {
	const teller = tellers.get(symbol.name);
	for (const call of teller ? all : []) {
		const what = argumentOf(call, teller!.what);
		const told = what ? tell(what, teller!.before) : [];
		if (!what) unknown.push(shown(call));
		(symbol.name === 'UserError' ? both : messages).push(...told);
		if (!teller!.remedy) continue;
		const remedy = argumentOf(call, teller!.remedy);
		if (remedy && remedy.getText() !== 'undefined') remedies.push(...tell(remedy));
		else bare.push(shown(call));
	}
}

/** Errors that are made otherwise, so that nothing here looks at their words. */
export const others = [...calls].flatMap(([symbol, all]) =>
	all
		.filter((call) => ts.isNewExpression(call) && isError(symbol))
		.filter(
			(call) =>
				![tellers, internal].some((known) => known.has(symbol.name)) && !internal.has(placed(call)),
		)
		.map(shown),
);

/** Whether a class is one of errors, by its name or by what it extends. */
function isError({ name, declarations }: ts.Symbol): boolean {
	const parents = declarations?.find(ts.isClassDeclaration)?.heritageClauses ?? [];
	return /Error$/.test(name) || parents.some((one) => /Error$/.test(one.getText()));
}

/** Messages of rules that say it otherwise than by says(). */
export const wordless = ofRules.filter((one) => !isSays(one)).map(shown);

/** Whether a message is what says() gives, wherever it comes from. */
function isSays(node: ts.Expression): boolean {
	if (ts.isCallExpression(node)) {
		const symbol = symbolOf(node.expression);
		const made = functionOf(symbol);
		return symbol?.name === 'says' || (made !== undefined && returned(made).every(isSays));
	}
	const declared = ts.isIdentifier(node) ? symbolOf(node)?.valueDeclaration : undefined;
	const constant = valueOf(declared);
	if (constant) return isSays(constant);
	return (
		declared !== undefined && ts.isParameter(declared) && givenTo(declared, node).every(isSays)
	);
}

/** What stands in place of … : the names that it is made of, and those of which its constants are. */
export const varying = [...holes].map((hole) => ({ names: namesIn(hole), at: shown(hole) }));

function namesIn(node: ts.Node, seen = new Set<ts.Node>()): string[] {
	if (seen.has(node)) return [];
	seen.add(node);
	const names = ts.isIdentifier(node) ? [node.text] : [];
	const constant = ts.isIdentifier(node) ? valueOf(symbolOf(node)?.valueDeclaration) : undefined;
	if (constant) names.push(...namesIn(constant, seen));
	ts.forEachChild(node, (child) => void names.push(...namesIn(child, seen)));
	return names;
}

/** What is listed above, and is not there any more. */
export const gone = [
	...[...foreign.keys()].filter((one) => !usedForeign.has(one)),
	...[...internal.keys(), ...tellers.keys()].filter(
		(one) =>
			![...calls].some(
				([{ name }, all]) => name === one || all.some((call) => placed(call) === one),
			),
	),
];

/** The labels that the editor shows, of parameters, fields and credentials. */
export const labels = files.flatMap(({ text }) =>
	[...text.matchAll(/displayName: (['"])(.+?)\1/g)].map(([, , label]) => label!),
);

/** The statuses of the table of remedies. */
export const statuses = files.flatMap((file) => {
	if (!file.fileName.endsWith('transport/errors.ts')) return [];
	const [, table = ''] = /const remedies: .* = \{([^]*?)\n\};/.exec(file.text) ?? [];
	return [...table.matchAll(/^\t(\d+):/gm)].map(([, status]) => status!);
});
