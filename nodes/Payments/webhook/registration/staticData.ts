import type { TriggerContext } from '../../transport/triggerRequest';

/**
 * The registration of a trigger, in n8n's static data. n8n saves changes that are made while the workflow is published.
 * The webhook can read it, but not change it. A test run has its own.
 */
export interface RegistrationState {
	/** The mode in which it was registered. */
	mode?: string;
	/** The ID of the endpoint or of the payment link. */
	id?: string;
	/** The name of the endpoint, or the mark in the reference number of the payment link. */
	name?: string;
	/** The hash of the registration that the parameters required at that time. */
	desired?: string;
	/** The hash of the API and of the credential's key or OAuth2 app at that time. */
	account?: string;
	/** The URL of the trigger's webhook. */
	address?: string;
	/** The end of the URL of an endpoint or a payment link, which others cannot guess. */
	token?: string;
	/** The checkout page of the payment link: every event contains its URL, and the trigger's own URL leads to it. */
	checkoutUrl?: string;
	/** Whether payments are derived from charges, since the endpoint could not be registered for events of payments. */
	isDerived?: boolean;
	/** The hash of an endpoint salt that may belong to another endpoint. */
	staleSalt?: string;
}

/** Returns the state of the trigger. */
export function stateOf(context: TriggerContext): RegistrationState {
	return context.getWorkflowStaticData('node');
}
