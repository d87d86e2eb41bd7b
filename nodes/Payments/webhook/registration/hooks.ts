import { randomUUID } from 'crypto';
import type { IDataObject, IHookFunctions, INodeProperties } from 'n8n-workflow';

import { operationError } from '../../errors/nodeErrors';
import { startsOnce } from '../../run/eachEventOnce';
import { webhookMessages } from '../../shared/messages/webhooks';
import { webhookPathOf } from '../../shared/webhookPath';
import { triggerError } from '../../validation/triggerError';
import { outputOf } from '../eventOutput';
import { eventFields, ofOtherModes } from '../panel';
import { withoutDerived } from './endpoint';
import type { Found, Registration } from './found';
import { isTest, modeOf, registrationName, stateOf, tokenOf } from './identity';
import { paymentLinkFields } from './link';
import {
	createOne,
	findRegistered,
	isKept,
	registrations,
	removeAll,
	removeOne,
	saveState,
	update,
} from './register';

/** The parameters, each with its field of a registration, for the labels in messages. */
const registeredFields: INodeProperties[] = Object.entries({
	amount: 'amount',
	currency: 'currency',
	event_types: 'events',
	purpose: 'purpose',
	reference_number: 'purpose',
}).flatMap(([property, parameter]) =>
	[...eventFields, ...paymentLinkFields]
		.filter(({ name }) => name === parameter)
		.map((field) => ({ ...field, routing: { send: { property } } })),
);

/**
 * Finds the registration, and updates or replaces it if necessary: n8n calls this at each publish. Duplicates and those
 * in another mode are removed.
 *
 * @returns whether nothing has to be created
 */
export const checkExists = withNodeErrors(async (context) => {
	checkParameters(context);
	const mode = modeOf(context);
	const state = stateOf(context);
	if (state.mode !== mode) await removeAll(context, state.mode);
	state.address = context.getNodeWebhookUrl('default');

	const registration = registrations[mode];
	if (!registration) return true;
	// Before anything is sent.
	registration.desired(context);
	return await checkRegistered(context, registration).catch(async (error: unknown) => {
		if (!(await isKept(context, registration.desired(context), error))) throw error;
		return true;
	});
});

/** Creates the registration. n8n calls this if `checkExists` found none. */
export const create = withNodeErrors(async (context) => {
	const registration = registrations[modeOf(context)];
	if (registration) await createOne(context, registration, registration.desired(context));
	return true;
});

/** Removes the registration. n8n calls this when the workflow is unpublished, or when a test run ends. */
export const remove = withNodeErrors(async (context) => {
	// The mode may have been changed since the last publish.
	for (const mode of new Set([modeOf(context), stateOf(context).mode]))
		await removeAll(context, mode);
	return true;
});

/** Returns a hook whose error is one for the user who publishes: what happened, and what to do. */
function withNodeErrors(hook: (context: IHookFunctions) => Promise<boolean>): typeof hook {
	return async (context) => {
		try {
			return await hook(context);
		} catch (thrown) {
			throw await triggerError(context, thrown, registeredFields);
		}
	};
}

async function checkRegistered(
	context: IHookFunctions,
	registration: Registration,
): Promise<boolean> {
	const registered = await findRegistered(context, registration, isTest(context));
	// The token of the present registration, also if n8n has lost the state, e.g. because the node was renamed.
	const tokens = registered.map((one) => tokenOf(one[registration.urlField]));
	stateOf(context).token ??= tokens.find((token) => token !== undefined) ?? randomUUID();
	const desired = registration.desired(context);
	const expected = stateOf(context).isDerived ? withoutDerived(desired) : desired;
	const isUpToDate = (one: Found) =>
		registration.hasName(one, registrationName(context)) &&
		one[registration.urlField] === desired[registration.urlField] &&
		registration.matches(one, expected);
	// A link that was replaced may still exist.
	const first = (registration.isReplaceable && registered.find(isUpToDate)) || registered[0];
	for (const one of registered)
		if (one.id !== first?.id) await removeOne(context, registration, one.id);
	if (!first) return false;
	if (!isUpToDate(first) && !(await update(context, registration, first.id, desired))) {
		await createOne(context, registration, desired);
		// Customers could still pay the old link. It is removed last: the API may not accept the new parameters at all.
		await removeOne(context, registration, first.id);
		return true;
	}
	await saveState(context, first, desired);
	return true;
}

/** Checks the parameters: otherwise the workflow would fail with every event, or never start. */
function checkParameters(context: IHookFunctions) {
	const events = context.getNodeParameter('events', []) as unknown;
	if (!Array.isArray(events) || events.length === 0) {
		throw operationError(context, webhookMessages.noEvents);
	}
	// The editor keeps those that were selected for another mode.
	const others = ofOtherModes(modeOf(context), events).join(', ');
	if (others !== '') throw operationError(context, webhookMessages.otherEvents(others));
	// The Payments node could not notify another path. If it is empty, n8n chooses one.
	const path = context.getNodeParameter('path', '') ?? '';
	if (modeOf(context) === 'requests' && path !== '' && !webhookPathOf(path)) {
		throw operationError(context, webhookMessages.path);
	}
	const options = context.getNodeParameter('options', {}) as IDataObject;
	// A workflow that failed has to start again with the same event.
	if (startsOnce(options) && options.respond === 'finished') {
		throw operationError(context, webhookMessages.onceWhenFinished);
	}
	outputOf(context);
}
