import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { InvalidResponseError } from '../../run/invalidResponse';
import { isId } from '../../shared/id';
import { lists } from '../../shared/messages/lists';

/** A registration as the parameters require it. */
export type Desired = Omit<Found, 'id'> & IDataObject;

/** The registration of a trigger whose workflow is published: an endpoint or a payment link. */
export interface Registration {
	path: string;
	/** The field with the URL that is notified. */
	urlField: 'url' | 'webhook';
	/** Returns the registrations that may have a name. */
	find(context: IHookFunctions, name: string): Promise<Found[]>;
	hasName(found: Found, name: string): boolean;
	/** @throws NodeOperationError if a parameter is not valid */
	desired(context: IHookFunctions): Desired;
	/** Returns whether the fields other than the name and the URL are up to date. */
	matches(found: Found, desired: Desired): boolean;
	/** Whether a new one is created if the API refuses an update: a link that was paid may never change again. */
	isReplaceable?: boolean;
	/** Returns additional headers of the request that creates a registration. */
	headers?(context: IHookFunctions): Promise<IDataObject>;
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

/**
 * Returns the records of a list that have an ID.
 *
 * @throws InvalidResponseError if the response is not a list, such as the message of an API under maintenance
 */
export function toList(response: unknown): Found[] {
	if (!Array.isArray(response)) throw new InvalidResponseError(lists.noList);
	return response.flatMap((one) => toFound(one) ?? []);
}
