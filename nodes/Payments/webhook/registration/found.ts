import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { ifFound } from '../../errors/httpFailure';
import { InvalidResponseError } from '../../run/invalidResponse';
import { isId, recordPath } from '../../shared/id';
import { lists } from '../../shared/messages/lists';
import { isRecordOf } from '../../shared/record';
import { request } from '../../transport/triggerRequest';

/** A registration as the parameters require it. */
export type Desired = Omit<Found, 'id'> & IDataObject;

/** The registration of a trigger whose workflow is published: an endpoint or a payment link. */
export interface Registration {
	path: string;
	/** Returns the registrations that may have a name. */
	find(context: IHookFunctions, name: string): Promise<Found[]>;
	hasName(found: Found, name: string): boolean;
	/** @throws NodeOperationError if a parameter is not valid */
	desired(context: IHookFunctions): Desired;
	/** Returns whether a registration is up to date. @param name the trigger's present name */
	matches(found: Found, desired: Desired, name: string): boolean;
	/** Returns the URL that is notified. */
	webhookUrlOf(found: Found): string | undefined;
	/** Whether a new one is created if the API refuses an update: a link that was paid may never change again. */
	isReplaceable?: boolean;
	/** Returns additional headers of the request that creates a registration. */
	headers?(context: IHookFunctions): Promise<IDataObject>;
}

/**
 * Returns the records of a list that have an ID.
 *
 * @throws InvalidResponseError if the response is not a list, such as the message of an API under maintenance
 */
export function toList(response: unknown): Found[] {
	if (!Array.isArray(response)) throw new InvalidResponseError(lists.noList);
	return response.flatMap((one) => toFound(one) ?? []);
}

/** The fields of a registration that are read. A field of another type counts as missing. */
const text = z.string().optional().catch(undefined);
const foundRules = z.object({
	id: z.string().refine(isId),
	name: text,
	url: text,
	event_types: z.array(z.string()).optional().catch(undefined),
	reference_number: text,
	status: text,
	webhook: text,
	allow_repeated_payments: z.union([z.boolean(), z.string()]).optional().catch(undefined),
	purpose: text,
	amount: z.union([z.string(), z.number()]).optional().catch(undefined),
	currency: text,
});
export type Found = z.infer<typeof foundRules>;

/** Reads an endpoint or a payment request; undefined if it has no ID. */
export function toFound(response: unknown): Found | undefined {
	return foundRules.safeParse(response).data;
}

export async function findOne(context: IHookFunctions, { path }: Registration, id: string) {
	const get = request<unknown>(context, { method: 'GET', path: recordPath(path, id) });
	const found = await ifFound(get);
	return isRecordOf(id, found) ? toFound(found) : undefined;
}
