import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { InvalidResponseError } from '../../run/invalidResponse';
import { isId } from '../../shared/id';
import { lists } from '../../shared/messages/lists';
import { isObject } from '../../shared/record';

/** An endpoint or a payment request of the API: its other fields may have any type. */
export type Found = IDataObject & { id: string };

/** The registration of a trigger whose workflow is published: an endpoint or a payment link. */
export interface Registration {
	path: string;
	/** The field with the URL that is notified. */
	urlField: 'url' | 'webhook';
	/** Returns the registrations that may have a name. */
	find(context: IHookFunctions, name: string): Promise<Found[]>;
	hasName(found: Found, name: string): boolean;
	/** Returns the registration that the parameters require. @throws NodeOperationError if one is not valid */
	desired(context: IHookFunctions): IDataObject;
	/** Returns whether the fields other than the name and the URL are up to date. */
	matches(found: Found, desired: IDataObject): boolean;
	/** Whether a new one is created if the API refuses an update: a link that was paid may never change again. */
	isReplaceable?: boolean;
	/** Returns additional headers of the request that creates a registration. */
	headers?(context: IHookFunctions): Promise<IDataObject>;
}

/** Reads an endpoint or a payment request; undefined if it has no ID. */
export function toFound(response: unknown): Found | undefined {
	return isObject(response) && isId(response.id) ? (response as Found) : undefined;
}

/** Returns the records of a list that have an ID. @throws InvalidResponseError if the response is not a list */
export function toList(response: unknown): Found[] {
	if (!Array.isArray(response)) throw new InvalidResponseError(lists.noList);
	return response.flatMap((one) => toFound(one) ?? []);
}
