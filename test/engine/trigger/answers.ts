import { webhookResponses } from '../../../nodes/Payments/shared/messages/webhooks';
import { deliver, settle, type Message } from './trigger';

const { accepted, alreadyProcessed, notConfirmed, notRecent, otherUrl } = webhookResponses;

/** The responses to notifications, in the order of docs/triggers.md. */
export const ACCEPTED = accepted;
export const KNOWN = alreadyProcessed;
export const UNCONFIRMED = notConfirmed;
export const TOO_OLD = notRecent;
export const ELSEWHERE = otherUrl;

/** Delivers messages one after the other. @returns the responses */
export async function answersTo(trigger: { url: string }, messages: Message[]) {
	const answers: Array<{ status: number; message: string }> = [];
	for (const message of messages) {
		const { status, text } = await deliver(trigger, message);
		answers.push({ status, ...(JSON.parse(text) as { message: string }) });
		await settle();
	}
	return answers;
}
