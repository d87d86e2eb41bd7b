import type { TriggerContext } from '../transport/request';

/**
 * What a trigger knows of its registration. n8n saves what is written at activation, and gives it
 * to the webhook to read; what a webhook writes is lost. A test run has one of its own.
 */
export interface State {
	/** The mode that it registered in. */
	mode?: string;
	/** The endpoint or the payment link at the service. */
	id?: string;
	/** What the endpoint or the payment link is called there. Version 0.1.0 wrote none. */
	name?: string;
	/** Where the service notifies the trigger. */
	address?: string;
	/** The link's checkout page, for every event. */
	checkoutUrl?: string;
	/** The hash of an endpoint salt that may be that of another endpoint than this trigger's. */
	staleSalt?: string;
}

/** The state of the trigger that n8n calls now. */
export function stateOf(context: TriggerContext): State {
	return context.getWorkflowStaticData('node');
}
