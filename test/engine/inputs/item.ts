import type { IDataObject } from 'n8n-workflow';

import { examples } from '../../../docs/generate/examples';
import { prepare } from '../../../docs/generate/runs';
import type { Simulator } from '../../../simulator';
import { ID } from './places';

/** Returns an item to which the expressions of an operation's example fit. Its record need not be there. */
export function anyItem(name: string): IDataObject {
	const ids = { id: ID, payment_id: ID, recurring_billing_id: ID };
	return { ...ids, customer_email: 'ann@example.com', ...examples[name]!.item };
}

/** Returns the item of an operation's example, after the operations that it depends on. */
export async function itemOf(simulator: Simulator, name: string): Promise<IDataObject> {
	const { item } = await prepare(simulator, name);
	simulator.reset();
	return { ...anyItem(name), ...item };
}
