import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { operationError } from '../errors/nodeErrors';
import type { OutputMapper } from '../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../run/context';
import { updates } from '../shared/messages/once';
import { hasData, send } from '../transport/send';
import type { Rules } from '../validation/rules';
import { validateAndBuild } from './buildRequest';
import { handleItem } from './handleItem';
import { attempt } from './once/attempt';
import { setOutcome } from './once/outcome';

/**
 * Sends a command to a device, to which the API responds without a record. If its outcome is unknown, it is not sent
 * again: meanwhile, the device may serve the next customer.
 *
 * @param rules, fields as in `validateAndBuild`
 */
export function command(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
): RequestHandler {
	return handleItem({ fields }, validateAndBuild(rules, fields), sendCommand, output);
}

async function sendCommand(context: Context, request: RequestData): Promise<INodeExecutionData[]> {
	const { options } = request;
	const sending = send(context, request).then((items) =>
		items.map(({ json }) => ({ json: (json as unknown) === '' ? {} : json })),
	);
	const sent = { options, snapshot: undefined, resend: 'never' } as const;
	const event = await attempt(context, sent, sending, { isExpected: (body) => !hasData(body) });
	if (event.kind === 'lost') {
		setOutcome(context, 'unknown');
		throw operationError(context, updates.unconfirmedCommand(event.outcome));
	}
	if (event.kind === 'made') return [{ json: { success: true, ...(options.body as IDataObject) } }];
	setOutcome(context, event.kind === 'refused' ? 'refused' : 'new');
	throw event.thrown;
}
