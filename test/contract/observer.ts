import { answerViolations, notificationViolations, requestViolations } from '../../contract/check';
import type { Observer } from '../../simulator';

/** The violations of the contract. */
const violations: string[] = [];

/** Paths of pages for people, which are no part of the API. */
const PAGES = /^\/(oauth|checkout|recurring-plan|invoices|readers|favicon)\b/;

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

/** Returns what was not as in the contract since this was called before, each difference once. */
export function takeViolations(): string[] {
	return [...new Set(violations.splice(0))];
}
