/**
 * What `npm run test:mutation` mutates in a room, and the tests that prove it there: the fastest that show the promises
 * of the room, for each mutant is run with them.
 */
const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');

/** The test files of each room. */
const TESTS = {
	validation: [
		'unit/rules',
		...['engine/inputs/badInput', 'engine/inputs/dates', 'engine/inputs/quotes'],
	],
	pagination: [
		...['unit/dateRangePager', 'unit/nextSplit', 'unit/pages', 'fuzz/pages', 'fuzz/dateRanges'],
		...['engine/lists/lists', 'engine/lists/movingLists'],
	],
	transport: [
		...['unit/clock', 'unit/form', 'unit/headers', 'unit/pacing', 'unit/rateLimit*'],
		...['unit/requestQueue', 'unit/response', 'unit/retry', 'unit/send', 'fuzz/errors'],
		...['unit/serviceClock', 'unit/triggerRequest', 'unit/webhookProbe'],
		'engine/credentials',
		...['engine/rawAnswers', 'engine/reliability', 'engine/writes/notifications'],
		...['engine/polling/oddAnswers', 'engine/trigger/parameters'],
	],
	webhook: [
		...['unit/webhook.*', 'fuzz/webhook.*', 'engine/trigger/verification'],
		...['engine/trigger/output', 'engine/trigger/registration'],
		...['engine/trigger/signed', 'engine/trigger/once'],
		...['engine/trigger/hostile', 'engine/trigger/recent', 'engine/trigger/link'],
		'engine/trigger/salts',
	],
	events: [
		...['unit/eventTime', 'unit/events.*', 'unit/webhook.readEvent', 'unit/webhook.shown'],
		...['engine/trigger/signed', 'fuzz/webhook.readEvent'],
		'fuzz/webhook.split',
	],
	polling: [
		...['unit/seenRecords', 'unit/polling.*', 'engine/polling/pollTrigger*'],
		...['engine/polling/pollLists', 'engine/trigger/eachEventOnce'],
	],
	'handlers/once': [
		...['unit/once.*', 'engine/writes/once', 'engine/writes/refunds*', 'engine/writes/charges'],
		...['engine/writes/creates*', 'engine/writes/customers', 'engine/reliability'],
		...['engine/writes/transfers', 'engine/writes/previews', 'engine/writes/commands'],
		'engine/records/updates',
	],
};

/** Selects functions: others with another seed. */
const SEED = process.env.SEED ?? '1';
/** The lines that are sampled of all files of a room; else the pure files are mutated whole. */
const LINES = Number(process.env.LINES ?? 0);
/** Lines that are sampled of files that wait for something: about 400 mutants. */
const LINES_THAT_WAIT = 450;

/** Reads the files of a room. */
function filesOf(room) {
	const folder = `nodes/Payments/${room}`;
	return readdirSync(join(root, folder), { recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `${folder}/${name}`)
		.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
}

const isPure = ({ text }) => !/\b(async|await|Promise)\b/.test(text);

/** Splits a file into its functions and constants, each with the lines up to the next. */
function partsOf({ name, text }) {
	const lines = text.split('\n');
	const starts = lines.flatMap((line, index) =>
		/^(export|async|function|class|const) /.test(line) ? [index + 1] : [],
	);
	return starts.map((start, index) => {
		const end = (starts[index + 1] ?? lines.length) - 1;
		const order = createHash('sha256')
			.update(`${SEED} ${name} ${lines[start - 1]}`)
			.digest('hex');
		return { range: `${name}:${start}-${end}`, length: end - start, order };
	});
}

/** Selects parts by the seed, up to a number of lines. */
function sampleOf(files, lines) {
	let length = 0;
	return files
		.flatMap(partsOf)
		.sort((one, other) => (one.order < other.order ? -1 : 1))
		.filter((part) => length < lines && (length += part.length))
		.map(({ range }) => range);
}

/** @returns the pure files of a room, and a sample of the others, for Stryker */
exports.mutate = function mutate(room) {
	const files = filesOf(room);
	if (LINES > 0) return sampleOf(files, LINES);
	const pure = files.filter(isPure).map(({ name }) => name);
	return [
		...pure,
		...sampleOf(
			files.filter((file) => !isPure(file)),
			LINES_THAT_WAIT,
		),
	];
};

/** @returns the test files of a room */
exports.testsOf = (room) => TESTS[room].map((name) => `<rootDir>/test/${name}.test.ts`);

/** The room of this run. */
exports.room = process.env.ROOM;
if (!(exports.room in TESTS))
	throw new Error(`Set ROOM to one of ${Object.keys(TESTS).join(', ')}`);
