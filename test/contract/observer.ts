import { answerViolations, notificationViolations, requestViolations } from '../../contract/check';
import type { Observer } from '../../simulator';

/** What was not as in the contract since the last test. */
const violations: string[] = [];

/** Paths of pages for people, which are no part of the API. */
const PAGES = /^\/(oauth|checkout)\//;

/** Compares what a simulator receives and sends with the contract. */
export const observer: Observer = {
	request(request) {
		if (!PAGES.test(request.url)) violations.push(...requestViolations(request));
	},
	response(request, response) {
		if (!PAGES.test(request.url)) violations.push(...answerViolations(request, response));
	},
	notification(notification) {
		violations.push(...notificationViolations(nameOf(notification), notification));
	},
};

/** The same without requests: tests of the simulator send bad ones on purpose. */
export const onlyAnswers: Observer = { ...observer, request: undefined };

/** The name of a notification in the contract. */
function nameOf({ event, headers }: { event: string; headers: Record<string, string> }): string {
	const [object = ''] = event.split('.');
	const isEvent = headers['Hitpay-Event-Object'] !== undefined;
	const name = object.replace(/_./g, ([, letter]) => String(letter).toUpperCase());
	return `${name}${isEvent ? 'Event' : 'Callback'}`;
}

/** What the current test brings about on purpose. */
let planted: RegExp[] = [];

/**
 * Expects differences from the contract in the current test, which it brings about on purpose. The test fails
 * without them, and with any other.
 */
export function mustViolate(...patterns: RegExp[]) {
	planted.push(...patterns);
}

/** Lets every test of a file fail in which something else than planned is not as in the contract. */
export function mustFollowContract() {
	const check = () => {
		const found = [...new Set(violations.splice(0))];
		const expected = planted;
		planted = [];
		expect(found.filter((text) => !expected.some((one) => one.test(text)))).toEqual([]);
		expect(expected.filter((one) => !found.some((text) => one.test(text)))).toEqual([]);
	};
	afterEach(check);
	afterAll(check);
}
