import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/*
 * Every message that a user can see has a row in docs/errors.md, and every row a message. The messages
 * are read from the sources: what is given to the functions and classes below.
 */

const root = path.join(__dirname, '../..');

/** Which argument says what happened, and which what to do; of an object, that property of it. */
interface Teller {
	what: [argument: number, property?: string];
	remedy?: [argument: number, property?: string];
	/** How the message reads, when there is something before it. */
	before?: string;
}

/** What makes the words that a user sees. */
const tellers: Record<string, Teller> = {
	stop: { what: [1], remedy: [2] },
	// Read after the label of the parameter.
	says: { what: [0], remedy: [1], before: "'…' " },
	issue: { what: [2], remedy: [3], before: "'…' " },
	NodeOperationError: { what: [1], remedy: [2, 'description'] },
	NodeApiError: { what: [2, 'message'], remedy: [2, 'description'] },
	// Has remedies of its own.
	unexpected: { what: [1] },
	// n8n has no place for a remedy beside these: in the first one it is part of the message, the second is
	// answered to whoever sent a notification, the third is a field of the output.
	UserError: { what: [0] },
	Refused: { what: [1] },
	without: { what: [1], before: 'Not made: ' },
};

/** Makers of errors that are never shown, and why. */
const internal: Record<string, string> = {
	NotBegun: 'the item of a run that is over comes out as nothing',
	'transport/failure.ts: new Error(message)': "the service's own words, read again by readFailure",
	"webhook/service.ts: new Error('The service did not answer with a list')":
		'answered as one that can not be checked right now',
};

/** What is not ours to word, or worded elsewhere: expressions that stand for it, and why. */
const foreign: Record<string, string> = {
	"transport/errors.ts: words.join('; ').replaceAll('.;', ';')": 'words of the service',
	'transport/errors.ts: message': 'words of n8n',
	'transport/errors.ts: description': 'words of n8n',
	'transport/check.ts: what': 'made by says()',
	'transport/check.ts: remedy': 'made by says()',
	'webhook/register.ts: what': 'made by says()',
	'webhook/register.ts: remedy': 'made by says()',
	'transport/picture.ts: (thrown as Error).message': 'words of n8n, whose place for files is full',
};

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

function symbolOf(node: ts.Node): ts.Symbol | undefined {
	const symbol = checker.getSymbolAtLocation(node);
	if (symbol && ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node)
		return checker.getShorthandAssignmentValueSymbol(node.parent);
	return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

type Call = ts.CallExpression | ts.NewExpression;

/** All calls of a function or class by what it is, under whatever name. */
const calls = new Map<ts.Symbol, Call[]>();
/** What rules say in the words of zod's options. */
const ruleMessages: ts.Expression[] = [];
/** What the credentials' own tests say. */
const testMessages: ts.Expression[] = [];

const isMessage = (name: string) =>
	['message', 'invalid_type_error', 'required_error'].includes(name);

function visit(node: ts.Node, where: { isRules: boolean; isCredential: boolean }) {
	if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
		const symbol = symbolOf(node.expression);
		if (symbol) calls.set(symbol, [...(calls.get(symbol) ?? []), node]);
	}
	if (
		(ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
		isMessage(node.name.getText())
	) {
		const value = ts.isPropertyAssignment(node) ? node.initializer : node.name;
		if (where.isRules) ruleMessages.push(value);
		if (where.isCredential) testMessages.push(value);
	}
	ts.forEachChild(node, (child) => visit(child, where));
}
for (const file of sources.map((name) => program.getSourceFile(name)!)) {
	const isRules = file.text.includes("from 'zod'");
	const isCredential = file.fileName.startsWith(path.join(root, 'credentials'));
	visit(file, { isRules, isCredential });
}

/** `transport/errors.ts: text` */
function placed(node: ts.Node): string {
	const file = path.relative(root, node.getSourceFile().fileName).replace('nodes/Payments/', '');
	return `${file}: ${node.getText()}`;
}

function place(node: ts.Node): string {
	const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
	return `${path.relative(root, node.getSourceFile().fileName)}:${line + 1}`;
}

class Unknown extends Error {
	constructor(node: ts.Node) {
		super(`The words of ${node.getText()} at ${place(node)} can not be told: write them out`);
	}
}

const usedForeign = new Set<string>();

/** What a text may be, with … for what varies. */
function textsOf(node: ts.Expression, within: ts.Node[] = []): string[] {
	if (within.includes(node)) return [];
	const next = (one: ts.Expression) => textsOf(one, [...within, node]);
	const name = placed(node);
	if (name in foreign) {
		usedForeign.add(name);
		return [];
	}
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isTemplateExpression(node)) {
		const text = node.templateSpans.reduce(
			(all, { literal }) => `${all}…${literal.text}`,
			node.head.text,
		);
		// The item is added to all of them.
		return text === '… [item …]' ? next(node.templateSpans[0]!.expression) : [text];
	}
	if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return next(node.expression);
	if (ts.isConditionalExpression(node)) return [...next(node.whenTrue), ...next(node.whenFalse)];
	if (ts.isBinaryExpression(node)) {
		const { left, operatorToken, right } = node;
		if (
			[ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken].includes(operatorToken.kind)
		)
			return [...next(left), ...next(right)];
		if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return next(right);
	}
	if (ts.isIdentifier(node)) {
		if (node.text === 'undefined') return [];
		const declared = symbolOf(node)?.valueDeclaration;
		if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
			return next(declared.initializer);
		if (declared && ts.isParameter(declared)) return givenTo(declared, node).flatMap(next);
	}
	if (ts.isElementAccessExpression(node)) {
		const declared = symbolOf(node.expression)?.valueDeclaration;
		const table = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
		if (table && ts.isObjectLiteralExpression(table))
			return table.properties.flatMap((one) => next((one as ts.PropertyAssignment).initializer));
	}
	if (ts.isCallExpression(node)) {
		const made = functionOf(symbolOf(node.expression));
		if (made) return returned(made).flatMap(next);
	}
	throw new Unknown(node);
}

/** The function that a name stands for. */
function functionOf(symbol: ts.Symbol | undefined): ts.FunctionLikeDeclaration | undefined {
	const declared = symbol?.valueDeclaration;
	if (!declared || declared.getSourceFile().isDeclarationFile) return undefined;
	if (ts.isFunctionDeclaration(declared)) return declared;
	const value = ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
	return value && ts.isArrowFunction(value) ? value : undefined;
}

/** The name of a function, by which its calls are found. */
function nameOf(made: ts.Node): ts.Symbol | undefined {
	if (ts.isFunctionDeclaration(made) && made.name) return symbolOf(made.name);
	const isNamed = ts.isArrowFunction(made) && ts.isVariableDeclaration(made.parent);
	return isNamed ? symbolOf((made.parent as ts.VariableDeclaration).name) : undefined;
}

/** What is given for a parameter, in all calls; those of a teller are looked at themselves. */
function givenTo(parameter: ts.ParameterDeclaration, used: ts.Node): ts.Expression[] {
	const made = parameter.parent;
	const index = (made.parameters as ts.NodeArray<ts.Node>).indexOf(parameter);
	const name = nameOf(made);
	if (!name) throw new Unknown(used);
	const teller = tellers[name.name];
	if (teller && [teller.what[0], teller.remedy?.[0]].includes(index)) return [];
	const given = (calls.get(name) ?? []).map((call) => call.arguments?.[index]);
	return [...given, parameter.initializer].filter((one) => one !== undefined);
}

/** What a function may return. */
function returned({ body }: ts.FunctionLikeDeclaration): ts.Expression[] {
	if (!body) return [];
	if (!ts.isBlock(body)) return [body];
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
	if (!ts.isObjectLiteralExpression(given)) throw new Unknown(given);
	const found = given.properties.find((one) => one.name?.getText() === property);
	if (!found) return undefined;
	return ts.isShorthandPropertyAssignment(found)
		? found.name
		: (found as ts.PropertyAssignment).initializer;
}

/** What the code says, and where. */
interface Told {
	text: string;
	at: string;
}

/** Runs `read` for each call of a teller. */
function eachTold(read: (call: Call, teller: Teller) => Told[]): Told[] {
	return [...calls].flatMap(([symbol, all]) => {
		const teller = Object.hasOwn(tellers, symbol.name) ? tellers[symbol.name] : undefined;
		return teller ? all.flatMap((call) => read(call, teller)) : [];
	});
}

const messages = eachTold((call, { what, before = '' }) => {
	const given = argumentOf(call, what);
	if (!given) throw new Unknown(call);
	return textsOf(given).map((text) => ({ text: before + text, at: place(call) }));
}).concat(testMessages.flatMap((one) => textsOf(one).map((text) => ({ text, at: place(one) }))));
if (process.env.DUMP) {
	console.log([...new Set(messages.map((m) => m.text))].sort().join('\n'));
}

const remedies = eachTold((call, { remedy }) => {
	if (!remedy) return [];
	const given = argumentOf(call, remedy);
	return given ? textsOf(given).map((text) => ({ text, at: place(call) })) : [];
});
if (process.env.DUMP) {
	console.log([...new Set(remedies.map((m) => m.text))].sort().join('\n'));
}
test('x', () => {
	expect(messages.length).toBeGreaterThan(1);
});
